// The text of a notification: which space has moved on, and how far. Whoever may connect to the database may send one,
// so reading takes anything, and what is not one is nothing.
import type { Versions } from './known-spaces.ts'

/** The space stands last: nothing in it needs escaping. PostgreSQL carries 7999 bytes, and this is far below. */
const form = /^(0|[1-9]\d{0,15}) (0|[1-9]\d{0,15}) (.{1,255})$/su

export function toNotice(space: string, { revision, keys }: Versions): string {
  return `${revision} ${keys} ${space}`
}

export function readNotice(payload: unknown): { readonly space: string; readonly versions: Versions } | null {
  const match = typeof payload === 'string' ? form.exec(payload) : null
  if (!match) return null
  const [, revision, keys, space = ''] = match
  const versions = { revision: Number(revision), keys: Number(keys) }
  return Number.isSafeInteger(versions.revision) && Number.isSafeInteger(versions.keys)
    ? { space, versions }
    : null
}
