// The text form of the secrets that requests send as bearer credentials: API keys and tokens of previews. A prefix names
// the kind, and a checksum lets a mistyped secret be refused without a lookup.
import { base62Alphabet, type RandomBytes, randomBase62, toBase62 } from '../base/ids.ts'

const randomLength = 32
const checksumLength = 6
const bodyPattern = new RegExp(`^[${base62Alphabet}]{${randomLength + checksumLength}}$`)

/** Creates a secret: prefix, 190 random bits, and a checksum of both. */
export function mintSecret(prefix: string, random: RandomBytes): string {
  const start = prefix + randomBase62(random, randomLength)
  return start + checksum(start)
}

/** Returns true if prefix, alphabet, length and checksum are valid. Does not check whether the secret exists. */
export function isWellFormedSecret(prefix: string, text: string): boolean {
  return (
    text.startsWith(prefix) &&
    bodyPattern.test(text.slice(prefix.length)) &&
    text.slice(-checksumLength) === checksum(text.slice(0, -checksumLength))
  )
}

/** Returns the CRC32 (IEEE) of the preceding characters in ASCII. */
function checksum(start: string): string {
  return toBase62(Bun.hash.crc32(start), checksumLength)
}

/**
 * Returns the SHA-256 in hexadecimal, the only stored form of a secret. 190 random bits need neither a salt nor a slow
 * hash.
 */
export function hashSecret(secret: string): string {
  return Bun.SHA256.hash(secret, 'hex')
}
