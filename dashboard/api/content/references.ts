// Queries for the targets of references: by id or by a search in titles. Also creates new targets.

import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EntryItemView, EntryView } from '../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { useSpaceApi } from '../space.ts'
import type { List } from './content.ts'
import { findTitleField } from './models.ts'

/** The part of an entry that a reference to it displays. */
export type Target = Pick<EntryItemView, 'id' | 'collection' | 'slug' | 'title' | 'picture' | 'state'>

const resource = 'content'
const path = '/api/v1/entries'
/** The server's limit for one request. */
const idsMax = 100
const allStates = 'draft,live,changed,archived'

export interface KnownTargets {
  readonly targets: ReadonlyMap<string, Target>
  /** True if a missing id may still be loaded. */
  readonly isPending: boolean
  readonly error: unknown
}

/** Looks up entries by their ids, including archived ones. An id that is missing after loading has no entry. */
export function useTargets(ids: readonly string[]): KnownTargets {
  const api = useSpaceApi()
  const chunks = Array.from({ length: Math.ceil(ids.length / idsMax) }, (_, at) =>
    ids.slice(at * idsMax, (at + 1) * idsMax),
  )
  return useQueries({
    queries: chunks.map(chunk => ({
      queryKey: api.toKey(resource, 'targets', chunk),
      queryFn: () => {
        const query = new URLSearchParams({ id: chunk.join(','), state: allStates, perPage: String(idsMax) })
        return api.request<List<EntryItemView>>('GET', `${path}?${query}`)
      },
      placeholderData: keepPreviousData,
    })),
    combine: results => ({
      targets: new Map(results.flatMap(({ data }) => data?.list ?? []).map(item => [item.id, item])),
      isPending: results.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  })
}

const resultsMax = 20

/**
 * Searches titles and slugs; an empty search returns the entries that were changed last. The previous results stay until
 * new ones arrive.
 */
export function useTargetSearch(search: string, collections: readonly string[] | undefined) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'target-search', collections ?? null, search),
    queryFn: () => {
      const query = new URLSearchParams({ search, perPage: String(resultsMax) })
      if (collections) query.set('collection', collections.join(','))
      return api.request<List<EntryItemView>>('GET', `${path}?${query}`)
    },
    placeholderData: keepPreviousData,
  })
}

/** Creates a draft, with this title if the collection has a title field. */
export function useCreateTarget() {
  const api = useSpaceApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ collection, title }: { collection: CollectionModelView; title: string }) => {
      const field = findTitleField(collection)?.apiName
      const data = field === undefined ? {} : { [field]: title }
      const { doc } = await api.request<{ doc: EntryView }>('POST', path, {
        collection: collection.apiName,
        data,
      })
      const { id, slug, state } = doc
      return {
        id,
        collection: collection.apiName,
        slug,
        title: field === undefined ? null : title,
        picture: null,
        state,
      }
    },
    onSuccess: () => {
      // The navigation shows the number of entries of each collection.
      for (const part of ['entries', 'target-search', 'collections', 'totals']) {
        void client.invalidateQueries({ queryKey: api.toKey(resource, part) })
      }
    },
  })
}
