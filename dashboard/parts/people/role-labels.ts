// The labels of roles.
import type { Role } from '../../../src/base/member.ts'

export const roleLabels: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  author: 'Author',
  member: 'Member',
}
