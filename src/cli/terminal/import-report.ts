// Formats the report of an import for people: the most important first, with a limited number of lines of each kind.
import type { ImportReport } from '../../import-export/import.service.ts'
import { headingOf, type Loss, lossKinds } from '../../import-export/read/losses.ts'

const linesMax = 50

/** Returns the output of `--json`. It does not contain unpublished entries and removed collections. */
export function toReportValue(report: ImportReport) {
  const { created, changed, unchanged, removed, collections, assets, losses, dangling } = report
  return { created, changed, unchanged, removed, collections, assets, losses, dangling }
}

export function toReportText(report: ImportReport, dryRun: boolean): string {
  const { created, changed, unchanged, removed, collections, assets, losses, dangling } = report
  const lines = [
    `${created} created, ${changed} changed, ${unchanged} unchanged, ${removed} removed.`,
    ...toCountLines('Files', assets),
    // Otherwise an import of models alone would seem to have done nothing.
    ...(created + changed + unchanged + removed === 0 ? toCountLines('Collections', collections) : []),
    ...(removed > 0 ? ['Removed entries were archived, or deleted with their collections.'] : []),
    ...toWithdrawnLines(report),
    ...(losses.length > 0 ? ['', `Warnings: ${losses.length} in all, not imported exactly as written.`] : []),
    ...lossKinds.flatMap(kind =>
      section(
        headingOf(kind),
        losses.filter(loss => loss.kind === kind),
        toLine,
      ),
    ),
    ...section(
      'References to entries and files that do not exist',
      dangling,
      ({ entry, field, to }) => `${entry}: ${field} refers to ${to}`,
    ),
  ]
  return (dryRun ? ['Dry run, nothing was changed. The import would be:', ...lines] : lines).join('\n')
}

function toCountLines(name: string, { created, changed, unchanged }: ImportReport['assets']): string[] {
  if (created + changed + unchanged === 0) return []
  return [`${name}: ${created} created, ${changed} changed, ${unchanged} unchanged.`]
}

/**
 * Lists content that was live before the import and no longer is, except the entries that `--prune` archived or deleted.
 */
export function toWithdrawnLines({ unpublished, removedCollections }: ImportReport): string[] {
  return [
    ...section(
      'Unpublished, as the file has no liveData for them',
      unpublished,
      ({ id, collection, slug }) => `${collection}/${slug} (${id})`,
      '.',
    ),
    ...section('Collections removed, as the file does not have them', removedCollections, name => name, '.'),
  ]
}

function toLine({ where, collection, entry, field, what }: Loss): string {
  // Many messages name the entry, which is often the location too.
  const about = [collection, entry === where ? null : entry, field].filter(part => part !== null).join(' ')
  return [...(where === null ? [] : [where]), ...(about === '' ? [] : [about]), what].join(': ')
}

function section<Item>(
  title: string,
  items: readonly Item[],
  toText: (item: Item) => string,
  hint = '; --json lists them all.',
): string[] {
  if (items.length === 0) return []
  const shown = items.slice(0, linesMax).map(item => `  ${toText(item)}`)
  const more = items.length - shown.length
  const rest = more > 0 ? [`  … and ${more} more${hint}`] : []
  return ['', `${title} (${items.length}):`, ...shown, ...rest]
}
