// Restores archived entries as drafts, or deletes them permanently.
import { useMutation } from '@tanstack/react-query'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { useSpaceApi } from '../space.ts'
import { useRefreshContent } from './content.ts'
import type { ChangedEntry } from './entry-actions.ts'
import { useSentOnce } from './sent-once.ts'

type ArchivedEntry = Pick<EntryItemView, 'id' | 'draftVersion'>

/** Without `slug` the entry keeps its slug, which the server refuses if another entry uses it now. */
export function useUnarchive() {
  const api = useSpaceApi()
  const refresh = useRefreshContent()
  return useMutation({
    mutationFn: ({ entry: { id, draftVersion }, slug }: { entry: ArchivedEntry; slug?: string }) =>
      api.request<ChangedEntry>('POST', `/api/v1/entries/${encodeURIComponent(id)}/unarchive`, {
        draftVersion,
        ...(slug !== undefined && { slug }),
      }),
    onSuccess: refresh,
  })
}

export function useDeleteForGood() {
  const api = useSpaceApi()
  const refresh = useRefreshContent()
  return useSentOnce({
    mutationFn: ({ id, draftVersion }: ArchivedEntry) =>
      api.request<ChangedEntry>(
        'DELETE',
        `/api/v1/entries/${encodeURIComponent(id)}?draftVersion=${draftVersion}`,
      ),
    onSuccess: refresh,
  })
}
