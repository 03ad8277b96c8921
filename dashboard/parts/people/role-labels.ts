// The names of roles, and the roles whose pages have texts for developers.
import type { Role } from '../../../src/base/caller.ts'
import { useHasRight } from '../../api/space.ts'

/** The labels of roles. */
export const roleLabels: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  author: 'Author',
  member: 'Member',
}

/** False for editors and authors. Members, who have read-only access, may be developers. */
export function useIsForDevelopers(): boolean {
  const mayWrite = useHasRight('write')
  const mayModel = useHasRight('model')
  return mayModel || !mayWrite
}
