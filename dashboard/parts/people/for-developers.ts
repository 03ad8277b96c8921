// Decides whether to show pages for developers: keys, requests, and the content model.
import { useHasRight } from '../../api/space.ts'

/** False for editors and authors. Members, who have read-only access, may be developers. */
export function useIsForDevelopers(): boolean {
  const mayWrite = useHasRight('write')
  const mayModel = useHasRight('model')
  return mayModel || !mayWrite
}
