// Copies an entry into a new draft.
import type { EntryView } from '../../../src/authoring/entries/entries.schema.ts'
import { useSpaceApi } from '../space.ts'
import { entriesPath, useRefreshContent } from './content.ts'
import { addCopy } from './drafts.ts'
import { useSentOnce } from './sent-once.ts'

/**
 * Creates a draft with the values of another entry. The server generates the slug, because the original's is in use.
 * `save` resolves to the entry including everything that was typed.
 */
export function useDuplicate(save: () => Promise<EntryView>) {
  const api = useSpaceApi()
  const refresh = useRefreshContent()
  return useSentOnce({
    mutationFn: async (_: undefined) => {
      const { collection, data, variants } = await save()
      const body = { collection, data, variants }
      const { doc } = await api.request<{ readonly doc: EntryView }>('POST', entriesPath, body)
      addCopy(doc.id)
      return doc
    },
    // Not awaited, so that the copy opens before other queries are refetched.
    onSuccess: async () => void refresh(),
  })
}
