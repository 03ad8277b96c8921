// Signing in and out, and what a session is to its user. Better Auth does it; throttling, words and shapes are ours.
import { APIError } from 'better-auth/api'
import { sessionRequired } from '../access/require-right.store.ts'
import { Problem } from '../base/errors.ts'
import { type Database, readsWithin } from '../database/database.ts'
import type { SessionView } from './accounts.schema.ts'
import { type Auth, spaceHeader } from './auth.ts'
import { findFirstSpaceOf, listSpacesOf } from './members.store.ts'
import { deleteSession, deleteSessionByToken } from './sessions.store.ts'
import type { Throttle } from './sign-in-throttle.ts'
import { hashToken } from './tokens.ts'
import { findPasswordHashByEmail } from './users.store.ts'

/** A user with a session, whatever they are in which space. */
export interface SessionUser {
  readonly id: string
  readonly sessionId: string
  readonly email: string
  /** The current one of the session, whether the user is still a member of it or not. */
  readonly space: string | null
  /** The one that this request names, of which the user is a member; null where it names none. */
  readonly namedSpace: string | null
}

/** What a browser is to be told, and the cookies to set with it. */
export interface SessionAnswer {
  readonly view: SessionView
  readonly cookies: readonly string[]
}

interface Credentials {
  readonly email: string
  readonly password: string
}

export interface Sessions {
  /** `credentials_invalid` alike for an unknown e-mail and a wrong password; throttled. */
  signIn(request: Request, credentials: Credentials, address: string): Promise<SessionAnswer>
  /**
   * Not throttled: for who has just shown or set this password. Without a space, in the first of the user's. The session
   * that the request came with is over then: its cookie is about to be forgotten by the browser, and by nobody else.
   */
  begin(request: Request, credentials: Credentials, space: string | null): Promise<SessionAnswer>
  /** The cookies that end it; there may be none to end. */
  signOut(request: Request): Promise<readonly string[]>
  /** Prolongs a session that is used. `session_required` where there is none. */
  open(request: Request, user: SessionUser): Promise<SessionAnswer>
  /** Makes the space the current one; `space_not_found` where the user is no member of it. */
  switchSpace(request: Request, user: SessionUser, slug: string): Promise<SessionAnswer>
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
  /** Null where there is none, or none any more. */
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
        // A user who was removed at this moment is an unknown one.
        throw isRefused || (await findPasswordHashByEmail(database.reads, email)) === null
          ? credentialsInvalid()
          : error
      })
    const brought = await find(cookieOf(auth, request))
    const stillRight = await database.urgentTransaction(async writes => {
      const isRight = (await findPasswordHashByEmail(readsWithin(writes), email)) === before
      if (!isRight) await deleteSessionByToken(writes, hashToken(response.token))
      else if (brought) await deleteSession(writes, brought.session.id)
      return isRight
    })
    // The password that let them in was changed meanwhile, which ended all its sessions: this one too.
    if (!stillRight) throw credentialsInvalid()
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
      // Better Auth would say that it ended where the database did not take it.
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
      // A session that cannot be prolonged, for the disk is full, goes on as it is.
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
          // The session was ended while the body was on its way.
          throw error instanceof APIError && error.statusCode === 401 ? sessionRequired() : error
        })
      return { view: await toView(user, wanted.id), cookies: sessionCookiesOf(auth, headers) }
    },
  }
}

/**
 * Our cookie alone: whatever else Better Auth could read from a request is not for it. Two of them are none: the other
 * may be a neighbour's, set for this host from another one of the same site, which over https none can (`__Host-`).
 */
export function cookieOf(auth: Auth, request: Request): Headers {
  const all = (request.headers.get('Cookie') ?? '').split(/[;,]/).map(cookie => cookie.trim())
  const own = all.filter(cookie => isSessionCookie(auth, cookie))
  return new Headers(own.length === 1 ? { Cookie: own[0]! } : {})
}

function isSessionCookie(auth: Auth, cookie: string): boolean {
  return cookie.split('=')[0] === auth.options.advanced.cookies.session_token.name
}

/** Of the cookies that Better Auth sets, the one that we use. */
function sessionCookiesOf(auth: Auth, headers: Headers): string[] {
  return headers.getSetCookie().filter(cookie => isSessionCookie(auth, cookie))
}

export function spaceNotFound(): Problem {
  return new Problem('space_not_found', 'You are not a member of a space with this slug.')
}

export function credentialsInvalid(): Problem {
  return new Problem('credentials_invalid', 'The e-mail or the password is wrong.')
}
