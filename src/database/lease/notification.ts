// Encodes and parses notifications: a space and its counters. Any database role that may connect can send one, so the
// parser accepts any payload and returns null for invalid ones.
import type { SpaceCounters } from './space-leases.ts'

/** The space is last, so nothing needs escaping. PostgreSQL's limit is 7999 bytes, far above what is sent. */
const pattern = /^(0|[1-9]\d{0,15}) (0|[1-9]\d{0,15}) (.{1,255})$/su

export function toNotification(space: string, { revision, keys }: SpaceCounters): string {
  return `${revision} ${keys} ${space}`
}

export function parseNotification(
  payload: unknown,
): { readonly space: string; readonly versions: SpaceCounters } | null {
  const match = typeof payload === 'string' ? pattern.exec(payload) : null
  if (!match) return null
  const [, revision, keys, space = ''] = match
  const versions = { revision: Number(revision), keys: Number(keys) }
  return Number.isSafeInteger(versions.revision) && Number.isSafeInteger(versions.keys)
    ? { space, versions }
    : null
}
