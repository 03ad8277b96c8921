// A signed-in user with the current space and role. Members are loaded in accounts/.
import type { SpaceId } from './ids.ts'

/** The roles of a user in a space, those with more rights first. Their rights are in access/rights.ts. */
export const roles = ['owner', 'admin', 'editor', 'author', 'member'] as const
export type Role = (typeof roles)[number]

/** The minimum length in characters. There are no composition rules (NIST SP 800-63B, section 3.1.1.2). */
export const passwordLengthMin = 8
export const passwordLengthMax = 256

/** The caller of a request with a session, as loaded from the database at the start of the request. */
export interface Member {
  readonly kind: 'user'
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  readonly space: SpaceId
  readonly role: Role
}
