// Callers of a test's space: a member whose session was never signed in to, or an API key. For tests of services.

import { hashSecret } from '../../../src/access/secrets.ts'
import type { KeyCaller, Member, Role } from '../../../src/base/caller.ts'
import type { Scope } from '../../../src/base/scopes.ts'
import type { TestSpace } from './test-space.ts'

const farAway = Date.parse('2100-01-01T00:00:00.000Z')

export async function makePrincipal(
  { database, space }: Pick<TestSpace, 'database' | 'space'>,
  role: Role = 'owner',
): Promise<Member> {
  const [sessionId, userId] = [crypto.randomUUID(), crypto.randomUUID()]
  const email = `${userId}@example.com`
  const times = { created_at: 0, updated_at: 0 }
  await database.transaction(async writes => {
    await writes
      .insertInto('user')
      .values({ id: userId, email, ...times })
      .execute()
    await writes.insertInto('member').values({ space, user: userId, role, created_at: 0 }).execute()
    await writes
      .insertInto('session')
      .values({ id: sessionId, token: sessionId, user: userId, space, expires_at: farAway, ...times })
      .execute()
  })
  return { kind: 'user', sessionId, userId, email, space, role }
}

/** A new API key of the space with these scopes, as its guard returns it. */
export async function makeKeyCaller(
  { space, makeKey }: Pick<TestSpace, 'space' | 'makeKey'>,
  scopes: readonly Scope[],
): Promise<KeyCaller> {
  const { id, key } = await makeKey({ scopes })
  return { kind: 'key', space, keyId: id, name: 'test', scopes, secretHash: hashSecret(key) }
}
