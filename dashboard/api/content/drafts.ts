// Requests that the editor of an entry sends by itself. They bypass the query cache, because the editor has its own
// retries and order.
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  changesSchema,
  EntryView,
  patchedEntrySchema,
} from '../../../src/authoring/entries/entries.schema.ts'
import type { variantSchema } from '../../../src/authoring/variants/variants.schema.ts'
import { ApiProblem } from '../request.ts'
import { type SpaceApi, useSpaceApi } from '../space.ts'

type ChangesView = z.output<typeof changesSchema>['doc']
type PatchedEntry = z.output<typeof patchedEntrySchema>
export type VariantView = z.output<typeof variantSchema>

interface SaveOptions {
  readonly keepalive: boolean
}

/**
 * Requests to the management API about one entry, for one user. If another user has signed in, nothing is sent and the
 * request fails as if the session had ended.
 */
export function toEntryServer(spaceApi: SpaceApi, id: string, isStillUser: () => boolean = () => true) {
  const path = `/api/v1/entries/${encodeURIComponent(id)}`
  const api: Pick<SpaceApi, 'request'> = {
    request: async (...request) => {
      if (isStillUser()) return spaceApi.request(...request)
      throw new ApiProblem(401, 'session_required', 'Another user has signed in.')
    },
  }
  return {
    create: async (body: object, options: SaveOptions) => {
      begun.add(id)
      return (await api.request<{ doc: EntryView }>('POST', '/api/v1/entries', body, options)).doc
    },
    patch: async (body: object, options: SaveOptions) =>
      (await api.request<PatchedEntry>('PATCH', path, body, options)).doc,
    read: async () => (await api.request<{ doc: EntryView }>('GET', path)).doc,
    changes: async (since: number) =>
      (await api.request<{ doc: ChangesView }>('GET', `${path}/changes?since=${since}`)).doc,
  }
}

/** Ids of entries whose creation this window has requested. */
const begun = new Set<string>()

/**
 * Checks whether an entry may already exist although its URL says that it is new: Back and Forward lead to that URL again.
 */
export const mayExist = (id: string): boolean => begun.has(id)

/** Ids of copies that this window has created but not opened yet. */
const copies = new Set<string>()

export const addCopy = (id: string): void => void copies.add(id)

/** Returns true on the first visit of a copy, and removes its id. */
export const takeCopy = (id: string): boolean => copies.delete(id)

const variantsMax = 1000

/** Returns the audiences and locales that editors can choose. */
export function useVariants() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'variants'),
    queryFn: async () => {
      const path = `/api/v1/variants?perPage=${variantsMax}`
      return (await api.request<{ list: readonly VariantView[] }>('GET', path)).list
    },
  })
}
