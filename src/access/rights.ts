// The rights that a caller can have, and the kinds of caller.
import { type Member, ownerOrAdmin, type Role } from '../base/member.ts'

/** Each right with the roles that have it. */
const rolesByRight = {
  'keys.manage': ownerOrAdmin,
  'members.manage': ownerOrAdmin,
  'entries.publish': ownerOrAdmin,
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rolesByRight

/**
 * The caller on whose behalf a write happens. Today this is a member with a session; an API key with write access
 * would be the other kind. Actions reserved to members, such as managing members, take a {@link Member}.
 */
export type Principal = Member

export function rolesWith(right: Right): readonly Role[] {
  return rolesByRight[right]
}
