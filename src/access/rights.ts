// What a caller of a request may do, and who that can be.
import { type Member, ownerOrAdmin, type Role } from '../base/member.ts'

/** Each right, and the roles that have it. */
const rolesByRight = {
  'keys.manage': ownerOrAdmin,
  'members.manage': ownerOrAdmin,
  'entries.publish': ownerOrAdmin,
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rolesByRight

/**
 * On whose behalf a write happens. Today that is a member with a session; an API key that may write would be the other
 * kind. What only a member can do, such as managing members, takes a {@link Member}.
 */
export type Principal = Member

export function rolesWith(right: Right): readonly Role[] {
  return rolesByRight[right]
}
