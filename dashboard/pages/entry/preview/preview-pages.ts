// Finds the pages on which a preview shows an entry: its own, or those of entries that lead to it.
import { useQueries } from '@tanstack/react-query'
import type { EntryView, LinksView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useAllCollections } from '../../../api/content/content.ts'
import { useEntryLinks } from '../../../api/content/entry-actions.ts'
import { useSpaceApi } from '../../../api/space.ts'

/** An entry that has a page, and the preview URL of its collection. */
export interface PreviewPage {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly title: string
  /** Undefined for the default. */
  readonly previewUrl: string | undefined
}

/** The entry whose page was shown last in this window. */
let lastSeen: string | null = null

export function rememberPage(id: string): void {
  lastSeen = id
}

/** The maximum number of entries without a page whose referrers are looked up. */
const stepsMax = 5

/**
 * Returns the pages on which the entry is shown, or undefined while they load. An entry whose collection has no pages is
 * shown by entries that lead to it, directly or by one other entry. The one seen last comes first.
 */
export function usePreviewPages(
  entry: EntryView,
  model: CollectionModelView,
): readonly PreviewPage[] | undefined {
  const { data: models } = useAllCollections()
  const hasPage = model.previewUrl !== null
  const links = useEntryLinks(hasPage || entry.draftVersion === 0 ? '' : entry.id)
  const urlOf = (collection: string) => models?.find(({ apiName }) => apiName === collection)?.previewUrl
  const near = links.data?.from ?? []
  const further = useLinksOf(
    near
      .filter(({ collection }) => urlOf(collection) === null)
      .slice(0, stepsMax)
      .map(({ id }) => id),
  )
  if (model.previewUrl !== null) {
    const { id, collection, slug } = entry
    return [{ id, collection, slug, title: slug, previewUrl: model.previewUrl }]
  }
  if (links.isError) return []
  if (models === undefined || links.data === undefined || further === undefined) return undefined
  const found = new Map<string, PreviewPage>()
  for (const { id, collection, slug, title, state } of [...near, ...further]) {
    const previewUrl = urlOf(collection)
    if (previewUrl === null || state === 'archived') continue
    found.set(id, { id, collection, slug, title: title ?? slug, previewUrl })
  }
  return [...found.values()].sort((a, b) => Number(b.id === lastSeen) - Number(a.id === lastSeen))
}

function useLinksOf(ids: readonly string[]): LinksView['from'] | undefined {
  const api = useSpaceApi()
  const queries = useQueries({
    queries: ids.map(id => ({
      queryKey: api.toKey('content', 'links', id, null),
      queryFn: async () =>
        (await api.request<{ doc: LinksView }>('GET', `/api/v1/entries/${encodeURIComponent(id)}/links`)).doc,
    })),
  })
  if (queries.some(({ isPending }) => isPending)) return undefined
  return queries.flatMap(({ data }) => data?.from ?? [])
}
