// Identities: how they are made, and the SpaceId that keeps one tenant's statements out of another's.

declare const spaceIdBrand: unique symbol

/**
 * The space that a caller was let into. Store functions ask for one, so a statement without a guard in front of it
 * does not compile. test/architecture.test.ts names the only files that may call {@link toSpaceId}.
 */
export type SpaceId = string & { readonly [spaceIdBrand]: true }

/** Only for a guard that has just checked the caller, and for the command line that has looked the space up. */
export function toSpaceId(id: string): SpaceId {
  return id as SpaceId
}

/** Random bytes as an argument, so that tests can repeat a run. */
export type RandomBytes = (length: number) => Uint8Array

export const systemRandom: RandomBytes = length => crypto.getRandomValues(new Uint8Array(length))

export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Characters drawn evenly from `0-9A-Za-z`: bytes that would favour the first letters are thrown away. */
export function randomBase62(random: RandomBytes, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < 248 && text.length < length) text += base62Alphabet[byte % 62]
    }
  }
  return text
}

/** The number in base 62, padded with `0` on the left; a longer number is not cut. */
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
