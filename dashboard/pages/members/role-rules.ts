// What roles may do, and who may give them. The server enforces it; this only decides what is offered.
import { type Role, roles } from '../../../src/base/member.ts'

export const roleMeanings: Record<Role, string> = {
  owner: 'Full access, including adding and removing owners.',
  admin: 'Manages members, invitations and API keys, and publishes content.',
  member: 'Read-only access: views content and tries requests.',
}

/** The roles that `own` may give to somebody. */
export function toGrantable(own: Role): readonly Role[] {
  return own === 'owner' ? roles : roles.filter(role => role !== 'owner')
}

/** Whether `own` may change or remove somebody with the role `theirs`. */
export function mayChange(own: Role, theirs: Role): boolean {
  return own === 'owner' || theirs !== 'owner'
}
