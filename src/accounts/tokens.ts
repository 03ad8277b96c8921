// Generates and hashes the tokens of links and sessions.
import { type RandomBytes, randomBase62 } from '../base/ids.ts'

const tokenLength = 40

/** Returns a token of 238 random bits, which cannot be guessed, so its hash needs no salt. */
export function newToken(random: RandomBytes): string {
  return randomBase62(random, tokenLength)
}

/** Returns the SHA-256 in hexadecimal. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}
