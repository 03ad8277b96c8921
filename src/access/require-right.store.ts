// Checks the right of a write again, inside the transaction that writes. The body may arrive slowly and the transaction may
// wait, so rights can change after the guard has checked them.
import type { Caller, KeyCaller, Member, Role } from '../base/caller.ts'
import type { Clock } from '../base/clock.ts'
import type { Scope } from '../base/scopes.ts'
import { execute, forShare, prepare, query, type Writes } from '../database/database.ts'
import { assertRights, invalidKey, isContentRight, notMember, sessionRequired } from './access-problems.ts'
import type { Right } from './rights.ts'

/**
 * Must be the first statement of a transaction that writes on behalf of `caller`. Returns the caller with its current
 * role or scopes. On PostgreSQL the rows that grant the right are locked until the transaction ends: a transaction that
 * changes them runs either before or after this one.
 */
export async function requireRight<Kind extends Caller>(
  writes: Writes,
  caller: Kind,
  right: Right | readonly Right[],
  clock: Clock,
): Promise<Kind> {
  const rights = typeof right === 'string' ? [right] : right
  const current =
    caller.kind === 'key'
      ? { ...caller, ...(await readKey(writes, caller, clock)) }
      : { ...caller, ...(await readMember(writes, caller, { orKey: rights.every(isContentRight) })) }
  assertRights(current, rights)
  return current
}

const membership = prepare(({ space, userId }: Pick<Member, 'space' | 'userId'>) =>
  query
    .selectFrom('member')
    .select('role')
    .where('space', '=', space)
    .where('user', '=', userId)
    .modifyEnd(forShare),
)

/** Reads the member. A session that expires during its request is still accepted. */
async function readMember(
  writes: Writes,
  { sessionId, userId, space }: Member,
  accepted: { readonly orKey: boolean },
): Promise<Pick<Member, 'role'>> {
  await requireSession(writes, sessionId, accepted)
  const [member] = await execute(writes, membership({ space, userId }))
  if (!member) throw notMember()
  return { role: member.role as Role }
}

const sessionById = prepare(({ id }: { id: string }) =>
  query.selectFrom('session').select('id').where('id', '=', id).modifyEnd(forShare),
)

/** Makes the same check for writes that need a session but no role. */
export async function requireSession(
  writes: Writes,
  id: string,
  accepted: { readonly orKey: boolean } = { orKey: false },
): Promise<void> {
  const [session] = await execute(writes, sessionById({ id }))
  if (!session) throw sessionRequired(accepted)
}

const keyById = prepare(({ space, keyId }: Pick<KeyCaller, 'space' | 'keyId'>) =>
  query
    .selectFrom('api_key')
    .select(['name', 'scopes', 'expires_at', 'revoked_at'])
    .where('space', '=', space)
    .where('id', '=', keyId)
    .modifyEnd(forShare),
)

const secretByHash = prepare(
  ({ space, keyId, secretHash }: Pick<KeyCaller, 'space' | 'keyId' | 'secretHash'>) =>
    query
      .selectFrom('api_key_secret')
      .select('valid_until')
      .where('hash', '=', secretHash)
      .where('space', '=', space)
      .where('key', '=', keyId),
)

/**
 * Reads and locks the key. Locking its row is enough, because any change of its secrets changes that row first. So the
 * secret is read after the lock, by a separate statement.
 */
async function readKey(
  writes: Writes,
  { space, keyId, secretHash }: KeyCaller,
  clock: Clock,
): Promise<Pick<KeyCaller, 'name' | 'scopes'>> {
  const [key] = await execute(writes, keyById({ space, keyId }))
  const [secret] = await execute(writes, secretByHash({ space, keyId, secretHash }))
  const now = clock()
  if (!key || !secret || (secret.valid_until ?? Number.POSITIVE_INFINITY) <= now) {
    throw invalidKey('api_key_invalid')
  }
  if (key.revoked_at !== null) throw invalidKey('api_key_revoked')
  if (key.expires_at !== null && key.expires_at <= now) throw invalidKey('api_key_expired')
  return { name: key.name, scopes: JSON.parse(key.scopes) as Scope[] }
}
