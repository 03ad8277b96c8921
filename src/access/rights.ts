// The table of rights: the roles and the scopes of API keys that have each. Endpoints require rights, never a role or a
// management scope. No SQL statements and no HTTP here, because the dashboard uses this table too.
import { type KeyCaller, type Member, type Role, roles } from '../base/caller.ts'
import type { ManagementScope, Scope } from '../base/scopes.ts'

interface RightHolders {
  readonly roles: readonly Role[]
  /** One of them suffices. The first is the least, which errors and the OpenAPI document name. */
  readonly scopes: readonly ManagementScope[]
}

const holders = {
  /** Reading drafts, their history, the model, and activity. */
  read: { roles, scopes: ['draft.read', 'content.write', 'content.publish', 'model.write'] },
  /** Creating, changing, discarding, archiving and restoring drafts. */
  write: { roles: ['owner', 'admin', 'editor', 'author'], scopes: ['content.write'] },
  /** Publishing, unpublishing, scheduling. */
  publish: { roles: ['owner', 'admin', 'editor'], scopes: ['content.publish'] },
  /** Changing collections, fields and variants. */
  model: { roles: ['owner', 'admin'], scopes: ['model.write'] },
  'keys.manage': { roles: ['owner', 'admin'], scopes: [] },
  'members.manage': { roles: ['owner', 'admin'], scopes: [] },
  /** Independent of the current space: the owner of any space may create others. */
  'spaces.create': { roles: ['owner'], scopes: [] },
  /** Changing and deleting views that other members have shared. */
  'views.manage': { roles: ['owner', 'admin'], scopes: [] },
  /** Sharing a preview of all drafts, and revoking previews that other members have shared. */
  'previews.manage': { roles: ['owner', 'admin'], scopes: [] },
  /** Changing the name and the preview sites of a space. */
  'spaces.change': { roles: ['owner', 'admin'], scopes: [] },
} as const satisfies Record<string, RightHolders>

export type Right = keyof typeof holders
/** A right that API keys can have too. */
export type ContentRight = 'read' | 'write' | 'publish' | 'model'

const rights = Object.keys(holders) as Right[]

export function rolesWith(right: Right): readonly Role[] {
  return holders[right].roles
}

/** Returns the least scope that grants the right. */
export function scopeFor(right: ContentRight): ManagementScope {
  return holders[right].scopes[0]
}

export function scopesHave(scopes: readonly Scope[], right: Right): boolean {
  const sufficient: readonly Scope[] = holders[right].scopes
  return sufficient.some(scope => scopes.includes(scope))
}

export function rightsOf(
  caller: Pick<Member, 'kind' | 'role'> | Pick<KeyCaller, 'kind' | 'scopes'>,
): readonly Right[] {
  return rights.filter(right =>
    caller.kind === 'key' ? scopesHave(caller.scopes, right) : rolesWith(right).includes(caller.role),
  )
}
