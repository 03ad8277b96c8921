// The table of rights: which roles and which scopes of API keys have each. Endpoints ask for rights, none for a role or
// a scope of management. No statements and no HTTP here: the dashboard uses this table too.
import type { KeyCaller } from '../base/caller.ts'
import { type Member, type Role, roles } from '../base/member.ts'
import type { ManagementScope, Scope } from '../base/scopes.ts'

interface RightHolders {
  readonly roles: readonly Role[]
  /** One of them suffices. The first is the least, which errors and the OpenAPI document name. */
  readonly scopes: readonly ManagementScope[]
}

const holders = {
  /** Drafts, their history, the model, activity. */
  read: { roles, scopes: ['draft.read', 'content.write', 'content.publish', 'model.write'] },
  /** Creating, changing, discarding, archiving and restoring drafts. */
  write: { roles: ['owner', 'admin', 'editor', 'author'], scopes: ['content.write'] },
  /** Publishing, unpublishing, scheduling. */
  publish: { roles: ['owner', 'admin', 'editor'], scopes: ['content.publish'] },
  /** Collections, fields and variants. */
  model: { roles: ['owner', 'admin'], scopes: ['model.write'] },
  'keys.manage': { roles: ['owner', 'admin'], scopes: [] },
  'members.manage': { roles: ['owner', 'admin'], scopes: [] },
  /** Of any space: the owner of one may create others. */
  'spaces.create': { roles: ['owner'], scopes: [] },
  'spaces.rename': { roles: ['owner', 'admin'], scopes: [] },
} as const satisfies Record<string, RightHolders>

export type Right = keyof typeof holders
/** A right that API keys can have too. */
export type ContentRight = 'read' | 'write' | 'publish' | 'model'

const rights = Object.keys(holders) as Right[]

export function rolesWith(right: Right): readonly Role[] {
  return holders[right].roles
}

/** The least scope that gives the right. */
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
