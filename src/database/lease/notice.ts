// The text of a notification: which space has moved on, and how far. Whoever may connect to the database may send one,
// so reading takes anything, and what is not one is nothing.
import type { SpaceCounters } from './known-spaces.ts'

/** The space stands last: nothing in it needs escaping. PostgreSQL carries 7999 bytes, and this is far below. */
const form = /^(0|[1-9]\d{0,15}) (0|[1-9]\d{0,15}) (.{1,255})$/su

export function toNotification(space: string, { revision, keys }: SpaceCounters): string {
  return `${revision} ${keys} ${space}`
}

export function parseNotification(
  payload: unknown,
): { readonly space: string; readonly versions: SpaceCounters } | null {
  const match = typeof payload === 'string' ? form.exec(payload) : null
  if (!match) return null
  const [, revision, keys, space = ''] = match
  const versions = { revision: Number(revision), keys: Number(keys) }
  return Number.isSafeInteger(versions.revision) && Number.isSafeInteger(versions.keys)
    ? { space, versions }
    : null
}
