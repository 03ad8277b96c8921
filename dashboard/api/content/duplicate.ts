// A copy of an entry, as a draft of its own.
import type { EntryView } from '../../../src/authoring/entries/entries.schema.ts'
import { useSpaceApi } from '../space.ts'
import { entriesPath, useRefreshContent } from './content.ts'
import { addCopy } from './drafts.ts'
import { useSentOnce } from './sent-once.ts'

/**
 * A new draft with the values of another. The slug is made by the server, as of any new entry: the other's is taken. `save`
 * resolves to the entry with everything that was typed.
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
    // Not awaited: the copy is opened without what else is shown here.
    onSuccess: async () => void refresh(),
  })
}
