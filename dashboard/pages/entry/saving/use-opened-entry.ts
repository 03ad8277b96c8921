// Loads the initial state of the editor: the server's draft, and the unsent edits of earlier visits on this device.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useSignedIn } from '../../../api/accounts/session.ts'
import { mayExist, takeCopy, toEntryServer } from '../../../api/content/drafts.ts'
import { LocalDraft, type UnsentEdit } from '../../../api/local-drafts.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useSpace, useSpaceApi } from '../../../api/space.ts'

export interface OpenedEntry {
  /** Null for a new entry, which the first edit creates, and for a deleted one. */
  readonly entry: EntryView | null
  /** True if the entry was deleted while this device had unsent edits of it. */
  readonly isGone: boolean
  /** True if the entry was just created as a copy. It is treated like a new one, except that it exists. */
  readonly isCopy: boolean
  readonly unsent: ReadonlyMap<string, UnsentEdit>
  readonly local: LocalDraft
}

/** Fetches the entry again on each visit. */
export function useOpenedEntry(id: string, collection: string, isNew: boolean) {
  const api = useSpaceApi()
  const visit = useId()
  const { user } = useSignedIn()
  const { id: space } = useSpace()
  return useQuery({
    queryKey: api.toKey('opened-entry', id, visit),
    queryFn: async (): Promise<OpenedEntry> => {
      const local = new LocalDraft({ user: user.id, space, entry: id }, collection, true)
      const unsent = await local.load()
      try {
        const entry = isNew && !mayExist(id) ? null : await toEntryServer(api, id).read()
        if (entry) local.isNew = false
        return { entry, unsent, local, isGone: false, isCopy: takeCopy(id) }
      } catch (error) {
        const isMissing = error instanceof ApiProblem && error.code === 'entry_not_found'
        if (!isMissing || unsent.size === 0) throw error
        // A new entry that was written offline can be created now.
        return { entry: null, unsent, local, isGone: !local.isNew, isCopy: false }
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

const never = '1970-01-01T00:00:00.000Z'

/** Returns an entry that does not exist yet, with the default values of its model. */
export function toNewEntry(id: string, { apiName, fields }: CollectionModelView): EntryView {
  return {
    id,
    collection: apiName,
    slug: '',
    state: 'draft',
    draftVersion: 0,
    data: Object.fromEntries(fields.map(field => [field.apiName, field.default ?? (field.many ? [] : null)])),
    variants: {},
    outdated: {},
    problems: [],
    live: null,
    schedule: null,
    createdAt: never,
    createdBy: null,
    updatedAt: never,
    updatedBy: null,
    archivedAt: null,
    firstPublishedAt: null,
  }
}
