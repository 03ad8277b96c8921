// Who has signed in: a user, the current space, and the role in it. Where they come from is accounts/' business.
import type { SpaceId } from './ids.ts'

/** What a user can be in a space. Owners and admins manage; members look. */
export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

/** Owners and admins. */
export const ownerOrAdmin: readonly Role[] = ['owner', 'admin']

/** In characters. What a password is made of is not ruled (NIST SP 800-63B, section 3.1.1.2). */
export const passwordLengthMin = 8
export const passwordLengthMax = 256

/** The caller of a request with a session, as the database knew them when the request came. */
export interface Member {
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  readonly space: SpaceId
  readonly role: Role
}
