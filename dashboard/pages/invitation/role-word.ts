// The name of a role within a sentence.
import type { Role } from '../../../src/base/member.ts'

export function toRoleWord(role: Role): string {
  return role === 'member' ? 'a member' : `an ${role}`
}
