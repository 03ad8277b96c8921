// Manages users from the command line: creating them, changing their role, removing them, resetting a password.
import { recordSpaceActivity } from '../access/space-activity.store.ts'
import { type Actor, type Role, toActorText } from '../base/caller.ts'
import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import { newId, type RandomBytes, type SpaceId } from '../base/ids.ts'
import { type Database, readsWithin, type Writes } from '../database/database.ts'
import type { Passwords } from './credentials.ts'
import { deleteMember, findMember, hasOtherOwner, listSpacesOf, saveMember } from './members.store.ts'
import { deleteSessionsOf, deleteSetupTokens } from './sign-in.store.ts'
import { deleteUser, findUserByEmail, insertUser, setPasswordHash, type User } from './users.store.ts'

interface Parts {
  readonly clock: Clock
  readonly random: RandomBytes
}

/** Creates a user with a role in a space. The first user invalidates all set-up links. */
export async function addUser(
  writes: Writes,
  { clock, random }: Parts,
  wanted: { email: string; passwordHash: string; space: SpaceId; role: Role; by?: Actor },
): Promise<User> {
  const { email, passwordHash, space, role, by } = wanted
  const now = clock()
  const user = { id: newId(random), email }
  await insertUser(writes, { ...user, passwordHash, now })
  await deleteSetupTokens(writes)
  await saveMember(writes, { space, user: user.id, role, now })
  if (by) await recordJoined(writes, space, { at: now, by, email, role })
  return user
}

/** Records a new member in the activity of the space, added by a command or by accepting an invitation. */
export async function recordJoined(
  writes: Writes,
  space: SpaceId,
  { at, by, email, role }: { at: number; by: Actor; email: string; role: Role },
): Promise<void> {
  const detail = { email, role }
  await recordSpaceActivity(writes, space, { at, by: toActorText(by), action: 'member.join', detail })
}

/** True if the user is the space's only owner. */
export async function isLastOwner(writes: Writes, space: SpaceId, user: string): Promise<boolean> {
  const reads = readsWithin(writes)
  const member = await findMember(reads, space, user)
  return member?.role === 'owner' && !(await hasOtherOwner(reads, space, user))
}

const creator = { kind: 'command', name: 'frontlist users create' } as const
const roleSetter = { kind: 'command', name: 'frontlist users set-role' } as const
const remover = { kind: 'command', name: 'frontlist users remove' } as const

/** Creates a user. If the e-mail has an account, adds the membership or changes its role, and `password` is not needed. */
export async function createUser(
  database: Database,
  parts: Parts & { readonly passwords: Passwords },
  wanted: { email: string; password: string | null; space: SpaceId; role: Role },
): Promise<{ user: User; created: boolean }> {
  const { email, password, space, role } = wanted
  const isKnown = password === null || (await findUserByEmail(database.reads, email)) !== null
  const passwordHash = isKnown ? null : await parts.passwords.hash(password)
  return database.transaction(async writes => {
    const user = await findUserByEmail(readsWithin(writes), email)
    if (user) {
      await giveRole(writes, parts, user, { space, role, by: creator })
      return { user, created: false }
    }
    if (passwordHash === null) throw new Refusal(`${email} was removed at this moment. Try again.`)
    return {
      user: await addUser(writes, parts, { email, passwordHash, space, role, by: creator }),
      created: true,
    }
  })
}

/** Changes the role of a member. Refuses an e-mail that is not a member of the space. */
export async function setRole(
  database: Database,
  parts: Parts,
  wanted: { email: string; space: SpaceId; role: Role },
): Promise<User> {
  return database.transaction(async writes => {
    const user = await getUserByEmail(writes, wanted.email)
    if ((await findMember(readsWithin(writes), wanted.space, user.id)) === null) {
      throw new Refusal(`${wanted.email} is not a member of this space. \`users create\` adds a membership.`)
    }
    await giveRole(writes, parts, user, { ...wanted, by: roleSetter })
    return user
  })
}

/** Removes a user from one space, or from all if `space` is null. A user who is left without a space is deleted. */
export async function removeUser(
  database: Database,
  { clock }: Pick<Parts, 'clock'>,
  wanted: { email: string; space: SpaceId | null },
): Promise<{ user: User; deleted: boolean }> {
  return database.transaction(async writes => {
    const user = await getUserByEmail(writes, wanted.email)
    const spaces = await listSpacesOf(readsWithin(writes), user.id)
    const leaving = wanted.space === null ? spaces : spaces.filter(({ id }) => id === wanted.space)
    if (wanted.space !== null && leaving.length === 0) {
      throw new Refusal(`${wanted.email} is not a member of this space.`)
    }
    for (const { id, slug } of leaving) {
      if (await isLastOwner(writes, id, user.id)) throw lastOwner(slug)
      await deleteMember(writes, id, user.id)
      const detail = { email: user.email }
      const by = toActorText(remover)
      await recordSpaceActivity(writes, id, { at: clock(), by, action: 'member.remove', detail })
    }
    const deleted = leaving.length === spaces.length
    if (deleted) await deleteUser(writes, user.id)
    return { user, deleted }
  })
}

/** Changes the password and ends every session of the user, so that a person who knows the old one is signed out. */
export async function changePasswordHash(
  writes: Writes,
  user: string,
  passwordHash: string,
  now: number,
): Promise<void> {
  await setPasswordHash(writes, user, passwordHash, now)
  await deleteSessionsOf(writes, user)
}

/** Resets a password. The old one is not required, because access to the command line is enough. */
export async function resetPassword(
  database: Database,
  parts: { clock: Clock; passwords: Passwords },
  wanted: { email: string; password: string },
): Promise<User> {
  const passwordHash = await parts.passwords.hash(wanted.password)
  return database.transaction(async writes => {
    const user = await getUserByEmail(writes, wanted.email)
    await changePasswordHash(writes, user.id, passwordHash, parts.clock())
    return user
  })
}

async function giveRole(
  writes: Writes,
  { clock }: Parts,
  user: User,
  { space, role, by }: { space: SpaceId; role: Role; by: Actor },
): Promise<void> {
  if (role !== 'owner' && (await isLastOwner(writes, space, user.id))) throw lastOwner('the space')
  const member = await findMember(readsWithin(writes), space, user.id)
  await saveMember(writes, { space, user: user.id, role, now: clock() })
  if (member === null) await recordJoined(writes, space, { at: clock(), by, email: user.email, role })
  else if (member.role !== role) {
    const detail = { email: user.email, role }
    await recordSpaceActivity(writes, space, {
      ...{ at: clock(), by: toActorText(by), action: 'member.update', detail },
    })
  }
}

async function getUserByEmail(writes: Writes, email: string): Promise<User> {
  const user = await findUserByEmail(readsWithin(writes), email)
  if (user) return user
  throw new Refusal(`There is no user ${email}. \`users list\` shows all users.`)
}

function lastOwner(space: string): Refusal {
  return new Refusal(`That would leave ${space} without an owner. Make somebody else an owner first.`)
}
