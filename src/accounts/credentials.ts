// Hashes passwords, by Argon2id with OWASP's parameters and limited concurrency, and generates the tokens of links and
// sessions.
import { Problem } from '../base/errors.ts'
import { type RandomBytes, randomBase62 } from '../base/ids.ts'

/** The parameters of OWASP's Password Storage Cheat Sheet: 19 MiB and 2 passes. */
const parameters = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Each hash takes a core for about 30 ms, so more at once would slow down content requests. */
const runningMax = 2
const waitingMax = 100

export interface Passwords {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
}

/** Creates a hasher. At most two hashes run at a time and a hundred wait; further ones are refused with `unavailable`. */
export function createPasswords(): Passwords {
  let running = 0
  const waiting: (() => void)[] = []
  const runLimited = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw tooMany()
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return {
    hash: password => runLimited(() => Bun.password.hash(password, parameters)),
    verify: (password, hash) => runLimited(() => Bun.password.verify(password, hash)),
  }
}

function tooMany(): Problem {
  return new Problem('unavailable', 'Too many sign-ins at this moment. Try again.', {
    headers: { 'Retry-After': '2' },
  })
}

const tokenLength = 40

/** Returns a token of 238 random bits, which cannot be guessed, so its hash needs no salt. */
export function newToken(random: RandomBytes): string {
  return randomBase62(random, tokenLength)
}

/** Returns the SHA-256 in hexadecimal. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}
