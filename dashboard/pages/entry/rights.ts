// What the user may do with an entry, and a word on why not.
import { rolesWith } from '../../../src/access/rights.ts'
import { useHasRight } from '../../api/space.ts'

export interface EntryRights {
  readonly canWrite: boolean
  readonly canPublish: boolean
  /** Null if the user may do everything. */
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
