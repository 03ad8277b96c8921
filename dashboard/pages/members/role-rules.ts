// The descriptions of roles, and the rules for assigning them. The server enforces the rules; here they only decide what
// the pages offer.
import { type Role, roles } from '../../../src/base/member.ts'

export const roleMeanings: Record<Role, string> = {
  owner: 'Full access, including adding and removing owners.',
  admin: 'Manages members, API keys and collections, and publishes content.',
  editor: 'Writes and publishes content.',
  author: 'Writes drafts; somebody else publishes them.',
  member: 'Read-only access: views content and tries requests.',
}

/** Returns the roles that a user with the role `own` may assign. */
export function toGrantable(own: Role): readonly Role[] {
  return own === 'owner' ? roles : roles.filter(role => role !== 'owner')
}

/** Checks whether a user with the role `own` may change or remove a user with the role `theirs`. */
export function mayChange(own: Role, theirs: Role): boolean {
  return own === 'owner' || theirs !== 'owner'
}
