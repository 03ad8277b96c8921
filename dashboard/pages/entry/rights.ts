// Returns the user's permissions for an entry, with an explanation of missing ones.
import { rolesWith } from '../../../src/access/rights.ts'
import { useHasRight } from '../../api/space.ts'

export interface EntryRights {
  readonly canWrite: boolean
  readonly canPublish: boolean
  /** Null if the user has all permissions. */
  readonly why: string | null
}

export function useEntryRights(): EntryRights {
  const canWrite = useHasRight('write')
  const canPublish = useHasRight('publish')
  const least = (right: 'write' | 'publish') => rolesWith(right).at(-1)
  const why = canWrite
    ? `An ${least('publish')} can publish this.`
    : `You can read this. An ${least('write')} can change it, an ${least('publish')} publish it.`
  return { canWrite, canPublish, why: canPublish ? null : why }
}
