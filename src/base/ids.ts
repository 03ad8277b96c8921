// Identifiers: how they are generated, and the SpaceId that keeps the statements of one tenant away from another's.

declare const spaceIdBrand: unique symbol

/**
 * A space to which the caller has been granted access. Store functions require one, so a statement without a guard
 * before it does not compile. test/architecture.test.ts names the only files that may call {@link toSpaceId}.
 */
export type SpaceId = string & { readonly [spaceIdBrand]: true }

/** Only for guards that have just checked the caller, and for the command line after it has looked up the space. */
export function toSpaceId(id: string): SpaceId {
  return id as SpaceId
}

/** Random bytes as an argument, so that tests can repeat a run. */
export type RandomBytes = (length: number) => Uint8Array

export const systemRandom: RandomBytes = length => crypto.getRandomValues(new Uint8Array(length))

export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Characters of `0-9A-Za-z`, uniformly distributed: bytes that would favour the first letters are discarded. */
export function randomBase62(random: RandomBytes, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < 248 && text.length < length) text += base62Alphabet[byte % 62]
    }
  }
  return text
}

/** The number in base 62, padded with `0` on the left; a longer number is not truncated. */
export function toBase62(value: number | bigint, length: number): string {
  let rest = BigInt(value)
  let text = ''
  while (rest > 0n) {
    text = base62Alphabet[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text.padStart(length, '0')
}

/** 20 characters, 119 bits: for spaces and keys. */
export function newId(random: RandomBytes): string {
  return randomBase62(random, 20)
}
