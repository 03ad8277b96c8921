// Who needs what developers use: keys, requests, the model of the content.
import { useHasRight } from '../../api/space.ts'

/** Not editors and authors. A member, who only reads, may be a developer. */
export function useIsForDevelopers(): boolean {
  const mayWrite = useHasRight('write')
  const mayModel = useHasRight('model')
  return mayModel || !mayWrite
}
