// Signed-in users of a test's space: created as the command line does, signed in through the real endpoint.
import { createPasswords, type Passwords } from '../../../src/accounts/credentials.ts'
import { createUser } from '../../../src/accounts/users.service.ts'
import type { Role } from '../../../src/base/caller.ts'
import type { TestSpace } from './test-space.ts'

export const testPassword = 'correct horse battery'

/** The origin of pages of the test's app. */
export const testOrigin = 'http://localhost'

export interface Person {
  readonly email?: string
  readonly role?: Role
  readonly password?: string
  /** Checking the password takes as long as for users of a server; otherwise no time. */
  readonly isSlowToCheck?: boolean
}

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream | object | undefined

export type Send = (
  method: string,
  path: string,
  body?: Body,
  headers?: Readonly<Record<string, string | null>>,
) => Promise<Response>

export interface SignedIn {
  readonly email: string
  readonly password: string
  readonly userId: string
  /** In the format of the `Cookie` header: name and value. */
  readonly cookie: string
  /**
   * Sends the cookie, the app's own Origin and, with a body, application/json. Text, bytes and streams are sent
   * unchanged, anything else as JSON; a header of null is omitted.
   */
  readonly send: Send
}

const passwords = createPasswords()

/** A hash says how long checking it takes: no time, because tests sign in so often. */
export const quickPasswords: Passwords = {
  ...passwords,
  hash: password => Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }),
}

/** Creates the user if missing, gives the role in the space, and signs in. */
export async function signIn(space: TestSpace, person: Person = {}): Promise<SignedIn> {
  const { email = 'owner@example.com', role = 'owner', password = testPassword } = person
  const parts = {
    clock: () => space.time.now,
    random: space.random,
    passwords: person.isSlowToCheck ? passwords : quickPasswords,
  }
  const wanted = { email, password, space: space.space, role }
  const { user } = await createUser(space.database, parts, wanted)
  const cookie = await openSession(space, { email, password })
  return { email, password, userId: user.id, cookie, send: sendAs(space, cookie) }
}

/** Another session of an existing user: its cookie in the format of the `Cookie` header. */
export async function openSession(
  space: TestSpace,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const response = await sendAs(space, null)('POST', '/api/auth/sign-in/email', { email, password })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (response.status === 200 && cookie) return cookie
  throw new Error(`Signing in: ${response.status} ${await response.text()}`)
}

/** Requests with this cookie, or without one, as from a page of the app. */
export function sendAs(space: TestSpace, cookie: string | null): Send {
  return (method, path, body, headers = {}) => {
    const usual = {
      Cookie: cookie,
      Origin: testOrigin,
      'Content-Type': body === undefined ? null : 'application/json',
    }
    const sent = Object.entries({ ...usual, ...headers }).filter(
      (header): header is [string, string] => header[1] !== null,
    )
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
    const raw = isRaw || body === undefined ? body : JSON.stringify(body)
    return space.request(path, { method, headers: sent, ...(raw !== undefined && { body: raw }) })
  }
}
