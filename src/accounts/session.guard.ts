// Who has signed in, and as what: from the session cookie to a member of the current space, on every request.
import { notMember, roleRequired, sessionRequired } from '../access/require-right.store.ts'
import type { Member, Role } from '../base/member.ts'
import type { Database } from '../database/database.ts'
import type { Guard } from '../http/endpoint.ts'
import type { Auth } from './auth.ts'
import { findMembership } from './members.store.ts'
import { cookieOf, type SignedIn } from './sessions.service.ts'

/** Lets in who has a session, with a role or without. */
export function requireSession(auth: Auth): Guard<SignedIn> {
  return {
    security: [{ session: [] }],
    errors: ['session_required'],
    check: request => readSession(auth, request),
  }
}

/** Lets in who has one of the roles in the session's current space, as the database knows it at this moment. */
export function requireRole(
  { auth, database }: { auth: Auth; database: Database },
  allowed: readonly Role[],
): Guard<Member> {
  return {
    security: [{ session: [] }],
    errors: ['session_required', 'role_required'],
    check: async (request, tell) => {
      const { id, sessionId, email, space } = await readSession(auth, request)
      const membership = space ? await findMembership(database.reads, id, space) : null
      if (membership === null) throw notMember()
      tell.caller({ spaceId: membership.space })
      if (!allowed.includes(membership.role)) throw roleRequired(allowed)
      return { sessionId, userId: id, email, ...membership }
    },
  }
}

async function readSession(auth: Auth, request: Request): Promise<SignedIn> {
  // Before anything is looked up: most requests without a session have no cookie at all.
  if (!request.headers.has('Cookie')) throw sessionRequired()
  const found = await auth.api.getSession({
    headers: cookieOf(auth, request),
    query: { disableRefresh: true },
  })
  if (found === null) throw sessionRequired()
  const { user, session } = found
  return {
    id: user.id,
    sessionId: session.id,
    email: user.email,
    space: session.activeOrganizationId ?? null,
  }
}
