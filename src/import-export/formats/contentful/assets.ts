// Assets are not imported as entries: their file and title are copied into the fields that link to them, per locale.
import type { Json } from '../../../content/model.ts'
import type { ChangedPolicy } from '../../format.ts'
import { cleanJson, noCleaning } from '../../json-values.ts'
import type { LossLog } from '../../loss-log.ts'
import type { LossKind } from '../../losses.ts'
import { property, textOf } from '../../unknown-json.ts'
import type { LocalizedValue, SourceAsset } from './export-shape.ts'
import { type FieldPlan, subjectOf } from './field-plans.ts'
import { type Locale, pickValue } from './locales.ts'
import { isLocaleServed, isServed, type State, stateOf } from './states.ts'

export interface AssetSource {
  /** The asset's values in a locale (null: the default locale); null, with a warning, if it cannot be served. */
  find(id: string, locale: Locale | null, field: FieldPlan, entryId: string): Json
  /** Call last: reports assets that were never requested. */
  reportUnused(): void
}

const refusals: Readonly<Record<'draft' | 'archived', string>> = {
  draft: 'The linked asset is a draft: the link was removed. Publish it and export again',
  archived: 'The linked asset is archived: the link was removed',
}

/** One instance per conversion: it records which assets were requested. */
export function createAssetSource(
  assets: ReadonlyMap<string, SourceAsset>,
  defaultCode: string,
  changed: ChangedPolicy,
  losses: LossLog,
): AssetSource {
  const linkedIds = new Set<string>()
  return {
    find(id, locale, field, entryId) {
      const lose = (kind: LossKind, where: string, what: string) =>
        losses.add(kind, where, what, subjectOf(field, entryId))
      const asset = assets.get(id)
      if (!asset) {
        lose(
          'value_not_imported',
          field.where,
          `The linked asset ${id} is not in the file: the link was removed`,
        )
        return null
      }
      if (!linkedIds.has(id)) reportAsset(asset, changed, losses)
      linkedIds.add(id)
      const state = stateOf(asset.sys)
      const isHeldBack = state === 'changed' && changed === 'draft'
      const value = isServed(state) && !isHeldBack ? toAsset(asset, locale, defaultCode) : null
      if (isHeldBack) lose('changed_after_publication', id, heldBack)
      else if (value === null) lose('value_not_imported', id, refusalOf(state))
      return value
    },
    reportUnused() {
      const unused = [...assets.keys()].filter(id => !linkedIds.has(id))
      for (const id of unused)
        losses.tally('not_supported', 'assets', 'An asset that no asset field links to is not imported', id)
    },
  }
}

const heldBack =
  'The linked asset was changed after its publication, and its published file is not in the export: the link was removed'

function refusalOf(state: State): string {
  if (state === 'draft' || state === 'archived') return refusals[state]
  return 'The linked asset has no processed file in the default locale: the link was removed'
}

function reportAsset(asset: SourceAsset, changed: ChangedPolicy, losses: LossLog): void {
  if (stateOf(asset.sys) === 'changed' && changed === 'latest') {
    losses.add(
      'changed_after_publication',
      asset.id,
      'The asset was changed after its publication: its latest file and title are live, the published ones are not in the file',
    )
  }
  losses.tally('not_supported', 'assets', 'Descriptions and file names of assets are not imported')
}

function toAsset(asset: SourceAsset, locale: Locale | null, defaultCode: string): Json {
  const pick = (field: string): unknown => {
    const values = servedValues(asset, asset.fields.get(field))
    const own = locale ? pickValue(values, locale.chain) : undefined
    return own ?? values.get(defaultCode)
  }
  const file = pick('file')
  const url = toUrl(textOf(property(file, 'url')))
  // If a file is still being processed in this locale, the default locale's file is used.
  if (url === null) return locale ? toAsset(asset, null, defaultCode) : null
  return {
    url,
    title: toText(pick('title')),
    contentType: toText(property(file, 'contentType')) ?? 'application/octet-stream',
    width: toSize(property(file, 'details', 'image', 'width')),
    height: toSize(property(file, 'details', 'image', 'height')),
    size: toSize(property(file, 'details', 'size')),
  }
}

function servedValues(asset: SourceAsset, values: LocalizedValue | undefined): LocalizedValue {
  return new Map([...(values ?? [])].filter(([code]) => isLocaleServed(asset.sys, code)))
}

// Contentful URLs have no scheme, which browsers add; a server-side client cannot.
function toUrl(url: string | null): string | null {
  const full = url?.startsWith('//') ? `https:${url}` : url
  return full && /^https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*$/iu.test(full) && full.isWellFormed() ? full : null
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? String(cleanJson(value, noCleaning())) : null
}

function toSize(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null
}
