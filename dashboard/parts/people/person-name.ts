// Display names of actors. The server knows only the e-mail of a person. No React here.
import type { Actor } from '../../../src/base/actor.ts'

/** For example "Ada Lovelace", "the API key Website", "an import" or "the command line". */
export function describeBy(by: Actor | null): string {
  if (by === null) return 'unknown'
  const { kind, name } = by
  if (kind === 'user') return toPersonName(name)
  if (kind === 'schedule' || kind === 'import') return kind === 'import' ? 'an import' : 'a schedule'
  return kind === 'key' ? `the API key ${name}` : 'the command line'
}

/** Returns `Ada Lovelace` for ada.lovelace@example.com. Any other name, such as that of an API key, stays unchanged. */
export function toPersonName(email: string): string {
  const at = email.indexOf('@')
  if (at < 1) return email
  const words = email
    .slice(0, at)
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter(word => word !== '')
  if (words.length === 0) return email
  return words.map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ')
}

/** Capitalizes a name for the beginning of a sentence. */
export function toSentenceStart(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
