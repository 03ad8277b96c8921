// Authenticates requests with a session, from the session cookie to a member of the current space, on every request.
import { z } from '@hono/zod-openapi'
import { assertRights, notMember, sessionRequired } from '../access/access-problems.ts'
import type { Right } from '../access/rights.ts'
import type { Member } from '../base/caller.ts'
import type { Database } from '../database/database.ts'
import type { Guard } from '../http/endpoint.ts'
import { rawSearch, splitSearch } from '../http/request-url.ts'
import type { Auth } from './auth.ts'
import { findMembership, findMembershipBySlug, listSpacesOf, type Membership } from './members.store.ts'
import { cookieOf, type SessionUser, spaceNotFound } from './sessions.service.ts'
import { requireCreator } from './spaces/owned-spaces.service.ts'

interface GuardParts {
  readonly auth: Auth
  readonly database: Database
}

/** The header with the space of the request. Without it, the session's current space is used. */
const spaceHeader = 'Frontlist-Space'

const headers = z.object({
  [spaceHeader]: z.string().optional().openapi({
    description:
      "The slug of the space that this request is about. It is the current space for this request alone; without it, the session's is. A space that the user is not a member of and one that does not exist get the same 404 `space_not_found`.",
    example: 'press',
  }),
})

/** Requires a session, with or without a role. */
export function requireSession(parts: GuardParts): Guard<SessionUser> {
  return {
    security: [{ session: [] }],
    headers,
    errors: ['session_required', 'space_not_found'],
    check: async request => {
      const user = await readSession(parts.auth, request)
      const named = await findNamedSpace(parts.database, request, user.id)
      return { ...user, namedSpace: named?.space ?? null }
    },
  }
}

/** Requires a session of a user who may create spaces, independent of the current space. */
export function requireSpaceCreator(parts: GuardParts): Guard<SessionUser> {
  const anySession = requireSession(parts)
  return {
    ...anySession,
    errors: [...anySession.errors, 'role_required'],
    check: async (request, report) => {
      const user = await anySession.check(request, report)
      const spaces = await listSpacesOf(parts.database.reads, user.id)
      requireCreator(spaces.map(({ role }) => role))
      return user
    },
  }
}

interface MemberOptions {
  readonly orKey: boolean
  /**
   * True if the parameter `space` may name the space too, because images in pages are requested without the page's headers.
   */
  readonly spaceParameter?: boolean
}

/**
 * Requires a role with all of the rights in the current space, read from the database for each request. With `orKey`,
 * the error for a missing session also mentions an API key.
 */
export function requireMember(
  { auth, database }: GuardParts,
  rights: readonly Right[],
  accepted: MemberOptions = { orKey: false },
): Guard<Member> {
  return {
    security: [{ session: [] }],
    headers,
    errors: ['session_required', 'role_required', 'space_not_found'],
    check: async (request, report) => {
      const { id, sessionId, email, space } = await readSession(auth, request, accepted)
      const named = await findNamedSpace(database, request, id, accepted.spaceParameter)
      const membership = named ?? (space === null ? null : await findMembership(database.reads, id, space))
      if (membership === null) throw notMember()
      report.caller({ spaceId: membership.space })
      const member: Member = { kind: 'user', sessionId, userId: id, email, ...membership }
      assertRights(member, rights)
      return member
    },
  }
}

/** Returns null if the request names no space. The error is the same for another user's space and a missing one. */
async function findNamedSpace(
  database: Database,
  request: Request,
  user: string,
  hasParameter = false,
): Promise<Membership | null> {
  const header = request.headers.get(spaceHeader)
  const parameters = hasParameter
    ? splitSearch(rawSearch(request)).filter(({ name }) => name === 'space')
    : []
  const names = new Set([...(header === null ? [] : [header]), ...parameters.map(({ value }) => value)])
  if (names.size === 0) return null
  const [slug = null, ...others] = names
  const isNamed = slug !== null && others.length === 0
  const membership = isNamed ? await findMembershipBySlug(database.reads, user, slug) : null
  if (membership === null) throw spaceNotFound()
  return membership
}

async function readSession(
  auth: Auth,
  request: Request,
  accepted: { readonly orKey: boolean } = { orKey: false },
): Promise<SessionUser> {
  // Checked before any lookup, because most requests without a session have no cookie at all.
  if (!request.headers.has('Cookie')) throw sessionRequired(accepted)
  const found = await auth.api.getSession({
    headers: cookieOf(auth, request),
    query: { disableRefresh: true },
  })
  if (found === null) throw sessionRequired(accepted)
  const { user, session } = found
  return {
    id: user.id,
    sessionId: session.id,
    email: user.email,
    space: session.activeOrganizationId ?? null,
    namedSpace: null,
  }
}
