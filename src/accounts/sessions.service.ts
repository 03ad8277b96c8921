// Signs users in and out, and returns the session as its user sees it. Better Auth does the work, except throttling and
// messages.
import { APIError } from 'better-auth/api'
import { sessionRequired } from '../access/access-problems.ts'
import { Problem } from '../base/errors.ts'
import { type Database, readsWithin } from '../database/database.ts'
import type { SessionView } from './accounts.schema.ts'
import { type Auth, spaceHeader } from './auth.ts'
import { hashToken } from './credentials.ts'
import { findFirstSpaceOf, listSpacesOf } from './members.store.ts'
import { deleteSession, deleteSessionByToken } from './sign-in.store.ts'
import type { Throttle } from './sign-in-throttle.ts'
import { findPasswordHashByEmail } from './users.store.ts'

/** A user with a session, independent of their role in any space. */
export interface SessionUser {
  readonly id: string
  readonly sessionId: string
  readonly email: string
  /** The session's current space, even if the user is no longer a member of it. */
  readonly space: string | null
  /** The space that this request names, if the user is a member of it; null if it names none. */
  readonly namedSpace: string | null
}

/** The session as sent to the browser, and the cookies to set with it. */
export interface SessionResponse {
  readonly view: SessionView
  readonly cookies: readonly string[]
}

interface Credentials {
  readonly email: string
  readonly password: string
}

export interface Sessions {
  /** Signs in. Throws `credentials_invalid` for an unknown e-mail and for a wrong password alike. Throttled. */
  signIn(request: Request, credentials: Credentials, address: string): Promise<SessionResponse>
  /**
   * Begins a session without throttling, only for a user who has just entered or set this password. Without a space, it
   * starts in the user's first space. Ends the session of the request, because no request could end it once the browser
   * drops its cookie.
   */
  begin(request: Request, credentials: Credentials, space: string | null): Promise<SessionResponse>
  /** Ends the session, if there is one, and returns the cookies that remove it from the browser. */
  signOut(request: Request): Promise<readonly string[]>
  /** Extends a session that is in use. Throws `session_required` if there is none. */
  open(request: Request, user: SessionUser): Promise<SessionResponse>
  /** Makes the space the current one. Throws `space_not_found` if the user is not a member of it. */
  switchSpace(request: Request, user: SessionUser, slug: string): Promise<SessionResponse>
}

interface SessionsParts {
  readonly auth: Auth
  readonly database: Database
  readonly throttle: Throttle
}

export function createSessions({ auth, database, throttle }: SessionsParts): Sessions {
  const toView = async (user: Pick<SessionUser, 'id' | 'email'>, space: string | null) => {
    const spaces = await listSpacesOf(database.reads, user.id)
    const current = spaces.find(({ id }) => id === space) ?? null
    return { user: { id: user.id, email: user.email }, space: current, spaces }
  }
  /** Returns null if there is no session or it has expired. */
  const find = (cookie: Headers) => auth.api.getSession({ headers: cookie, query: { disableRefresh: true } })
  const begin: Sessions['begin'] = async (request, credentials, space) => {
    const { email } = credentials
    const before = await findPasswordHashByEmail(database.reads, email)
    const { headers, response } = await auth.api
      .signInEmail({
        body: credentials,
        headers: new Headers(space === null ? {} : { [spaceHeader]: space }),
        returnHeaders: true,
      })
      .catch(async error => {
        const isRefused = error instanceof APIError && error.statusCode === 401
        // A user who was removed in the meantime is treated as unknown.
        throw isRefused || (await findPasswordHashByEmail(database.reads, email)) === null
          ? credentialsInvalid()
          : error
      })
    const earlier = await find(cookieOf(auth, request))
    const isPasswordCurrent = await database.urgentTransaction(async writes => {
      const isRight = (await findPasswordHashByEmail(readsWithin(writes), email)) === before
      if (!isRight) await deleteSessionByToken(writes, hashToken(response.token))
      else if (earlier) await deleteSession(writes, earlier.session.id)
      return isRight
    })
    // The password was changed in the meantime, which ended all sessions of the user, including this one.
    if (!isPasswordCurrent) throw credentialsInvalid()
    const first = space ?? (await findFirstSpaceOf(database.reads, response.user.id))
    return { view: await toView(response.user, first), cookies: sessionCookiesOf(auth, headers) }
  }
  return {
    begin,
    signIn: (request, credentials, address) =>
      throttle({ email: credentials.email, address }, () => begin(request, credentials, null)),
    signOut: async request => {
      const cookie = cookieOf(auth, request)
      const found = await find(cookie)
      // Better Auth would report success even if the database refused the write.
      if (found) await database.urgentTransaction(writes => deleteSession(writes, found.session.id))
      const { headers } = await auth.api.signOut({ headers: cookie, returnHeaders: true })
      return sessionCookiesOf(auth, headers)
    },
    open: async (request, { namedSpace }) => {
      const read = (disableRefresh: boolean) =>
        auth.api.getSession({
          headers: cookieOf(auth, request),
          query: { disableRefresh },
          returnHeaders: true,
        })
      // A session that cannot be extended, for example because the disk is full, continues unchanged.
      const { headers, response } = await read(false).catch(() => read(true))
      if (response === null) throw sessionRequired()
      const view = await toView(response.user, namedSpace ?? response.session.activeOrganizationId ?? null)
      return { view, cookies: sessionCookiesOf(auth, headers) }
    },
    switchSpace: async (request, user, slug) => {
      const wanted = (await listSpacesOf(database.reads, user.id)).find(space => space.slug === slug)
      if (!wanted) throw spaceNotFound()
      const { headers } = await auth.api
        .setActiveOrganization({
          headers: cookieOf(auth, request),
          body: { organizationId: wanted.id },
          returnHeaders: true,
        })
        .catch(error => {
          // The session ended while the body was being read.
          throw error instanceof APIError && error.statusCode === 401 ? sessionRequired() : error
        })
      return { view: await toView(user, wanted.id), cookies: sessionCookiesOf(auth, headers) }
    },
  }
}

/**
 * Passes only the session cookie to Better Auth, nothing else of the request. If the cookie appears twice, neither is
 * used: one may have been set for this host by another host of the same site, which https prevents (`__Host-`).
 */
export function cookieOf(auth: Auth, request: Request): Headers {
  const all = (request.headers.get('Cookie') ?? '').split(/[;,]/).map(cookie => cookie.trim())
  const own = all.filter(cookie => isSessionCookie(auth, cookie))
  return new Headers(own.length === 1 ? { Cookie: own[0]! } : {})
}

function isSessionCookie(auth: Auth, cookie: string): boolean {
  return cookie.split('=')[0] === auth.options.advanced.cookies.session_token.name
}

/** Returns the session cookie among those that Better Auth sets. */
function sessionCookiesOf(auth: Auth, headers: Headers): string[] {
  return headers.getSetCookie().filter(cookie => isSessionCookie(auth, cookie))
}

export function spaceNotFound(): Problem {
  return new Problem('space_not_found', 'You are not a member of a space with this slug.')
}

export function credentialsInvalid(): Problem {
  return new Problem('credentials_invalid', 'The e-mail or the password is wrong.')
}
