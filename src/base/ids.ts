// Generates and derives identifiers, and defines SpaceId, which prevents statements of one tenant from reaching another's
// data.

declare const spaceIdBrand: unique symbol

/**
 * A space to which the caller has been granted access. Store functions require one, so a statement without a guard
 * before it does not compile. test/architecture.test.ts lists the only files that may call {@link toSpaceId}.
 */
export type SpaceId = string & { readonly [spaceIdBrand]: true }

/**
 * Converts an id. Only for guards that have just checked the caller, and for the command line after it has looked up the
 * space.
 */
export function toSpaceId(id: string): SpaceId {
  return id as SpaceId
}

/** Random bytes as an argument, so that tests can repeat a run. */
export type RandomBytes = (length: number) => Uint8Array

export const systemRandom: RandomBytes = length => crypto.getRandomValues(new Uint8Array(length))

export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns uniformly distributed characters of `0-9A-Za-z`. Bytes that would favour the first characters are discarded. */
export function randomBase62(random: RandomBytes, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < 248 && text.length < length) text += base62Alphabet[byte % 62]
    }
  }
  return text
}

/** Formats the number in base 62, padded with `0` on the left. A longer number is not truncated. */
export function toBase62(value: number | bigint, length: number): string {
  let rest = BigInt(value)
  let text = ''
  while (rest > 0n) {
    text = base62Alphabet[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text.padStart(length, '0')
}

/** Returns an id for a space or key: 20 characters, 119 bits. */
export function newId(random: RandomBytes): string {
  return randomBase62(random, 20)
}

/** The collection and the slug of an entry. */
export interface EntryPath {
  readonly collection: string
  readonly slug: string
}

/**
 * Returns the id that an imported entry without an id gets, and that references to its path have until an entry exists
 * there. The same file gives the same ids in every space and on every database engine. A higher `attempt` gives another
 * id, for entries that share a slug.
 */
export function deriveEntryId({ collection, slug }: EntryPath, attempt = 1): string {
  const digest = new Bun.CryptoHasher('sha256').update(`${collection}\n${slug}\n${attempt}`).digest()
  return toBase62(digest.readBigUInt64BE(0) * 2n ** 64n + digest.readBigUInt64BE(8), 22)
}
