// SQL statements for users and their passwords.
import type { SpaceId } from '../base/ids.ts'
import { query, type Reads, type Writes } from '../database/database.ts'

export interface User {
  readonly id: string
  readonly email: string
}

export async function insertUser(
  writes: Writes,
  user: User & { readonly passwordHash: string; readonly now: number },
): Promise<void> {
  const { id, email, passwordHash, now } = user
  await writes.insertInto('user').values({ id, email, created_at: now, updated_at: now }).execute()
  await writes
    .insertInto('credential')
    .values({ user: id, password: passwordHash, created_at: now, updated_at: now })
    .execute()
}

export async function hasUsers(reads: Reads): Promise<boolean> {
  return (await reads.first(query.selectFrom('user').select('id').limit(1))) !== undefined
}

export async function findUserByEmail(reads: Reads, email: string): Promise<User | null> {
  return (
    (await reads.first(query.selectFrom('user').select(['id', 'email']).where('email', '=', email))) ?? null
  )
}

export async function findPasswordHash(reads: Reads, user: string): Promise<string | null> {
  const row = await reads.first(query.selectFrom('credential').select('password').where('user', '=', user))
  return row?.password ?? null
}

export async function findPasswordHashByEmail(reads: Reads, email: string): Promise<string | null> {
  const found = query
    .selectFrom('user')
    .innerJoin('credential', 'credential.user', 'user.id')
    .select('credential.password')
    .where('user.email', '=', email)
  return (await reads.first(found))?.password ?? null
}

export async function setPasswordHash(
  writes: Writes,
  user: string,
  passwordHash: string,
  now: number,
): Promise<void> {
  await writes
    .updateTable('credential')
    .set({ password: passwordHash, updated_at: now })
    .where('user', '=', user)
    .execute()
}

/** Deletes the user with their sessions, password and memberships. */
export async function deleteUser(writes: Writes, user: string): Promise<void> {
  await writes.deleteFrom('user').where('id', '=', user).execute()
}

interface UserOfSpace extends User {
  readonly space: string
  readonly role: string
  readonly joinedAt: number
}

/** Lists users with each of their spaces and roles, sorted by e-mail, of one space or of all. */
export async function listUsers(reads: Reads, space: SpaceId | null): Promise<UserOfSpace[]> {
  return reads.all(
    query
      .selectFrom('user')
      .innerJoin('member', 'member.user', 'user.id')
      .innerJoin('space', 'space.id', 'member.space')
      .select([
        'user.id',
        'user.email',
        'space.slug as space',
        'member.role',
        'member.created_at as joinedAt',
      ])
      .$if(space !== null, rows => rows.where('member.space', '=', space!))
      .orderBy('user.email')
      .orderBy('space.slug'),
  )
}
