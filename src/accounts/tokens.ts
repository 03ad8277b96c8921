// Tokens of links and sessions: how they are made, and what is stored of them.
import { type RandomBytes, randomBase62 } from '../base/ids.ts'

const tokenLength = 40

/** 238 random bits: nobody guesses one, so its hash needs no salt. */
export function newToken(random: RandomBytes): string {
  return randomBase62(random, tokenLength)
}

/** SHA-256 as hexadecimal. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}
