// Tokens of links and sessions: how they are generated and hashed.
import { type RandomBytes, randomBase62 } from '../base/ids.ts'

const tokenLength = 40

/** 238 random bits: it cannot be guessed, so its hash needs no salt. */
export function newToken(random: RandomBytes): string {
  return randomBase62(random, tokenLength)
}

/** SHA-256 as hexadecimal. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}
