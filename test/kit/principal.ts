// A principal with write access to a test's space, whose session was never signed in to: for tests of services.
import type { Member, Role } from '../../src/base/member.ts'
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
  return { sessionId, userId, email, space, role }
}
