// Lets users join: the first owner by the set-up link, others by invitation. Also changes a user's own password.
import { requireSession } from '../access/require-right.store.ts'
import type { Actor } from '../base/caller.ts'
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { RandomBytes, SpaceId } from '../base/ids.ts'
import { passwordLengthMin } from '../base/limits.ts'
import { type Database, type Reads, readsWithin, type Writes } from '../database/database.ts'
import type { OpenedInvitationView } from './accounts.schema.ts'
import { hashToken, newToken, type Passwords } from './credentials.ts'
import { deleteInvitation, findInvitationByHash, type Invitation } from './invitations.store.ts'
import { findMember, saveMember } from './members.store.ts'
import {
  credentialsInvalid,
  type SessionResponse,
  type Sessions,
  type SessionUser,
} from './sessions.service.ts'
import { hasSetupToken, insertSetupToken } from './sign-in.store.ts'
import type { Throttle } from './sign-in-throttle.ts'
import { createSpace, toSpaceSlug } from './spaces/spaces.service.ts'
import { findSpaceById, findSpaceBySlug } from './spaces/spaces.store.ts'
import { addUser, changePasswordHash, recordJoined } from './users.service.ts'
import { findPasswordHash, findUserByEmail, hasUsers } from './users.store.ts'

interface OnboardingParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly sessions: Sessions
}

export type Onboarding = ReturnType<typeof createOnboarding>

/** Returns a token for the set-up link, or null if a user already exists. */
export async function newSetupToken(
  database: Database,
  { clock, random }: { clock: Clock; random: RandomBytes },
): Promise<string | null> {
  if (await hasUsers(database.reads)) return null
  const token = newToken(random)
  await database.transaction(writes => insertSetupToken(writes, hashToken(token), clock()))
  return token
}

export function createOnboarding(parts: OnboardingParts) {
  const { database, clock, passwords, sessions, throttle } = parts
  return {
    isSetupOpen: async () => !(await hasUsers(database.reads)),

    /** Creates the first owner of an existing or a new space. Of two concurrent calls, one succeeds. */
    setUp: async (
      request: Request,
      wanted: { token: string; email: string; password: string; space: string },
    ): Promise<SessionResponse> => {
      const { token, email, password, space } = wanted
      // Checked before the password is hashed, so that a request without a token cannot cause expensive work.
      await requireSetup(database.reads, token, clock())
      const passwordHash = await passwords.hash(password)
      await database.transaction(async writes => {
        await requireSetup(readsWithin(writes), token, clock())
        await addUser(writes, parts, {
          email,
          passwordHash,
          space: await findOrCreateSpace(writes, parts, space, { kind: 'user', name: email }),
          role: 'owner',
          by: { kind: 'user', name: email },
        })
      })
      return sessions.begin(request, { email, password }, null)
    },

    /** Does not reveal whether the e-mail has an account, because the admin who made the invitation has the link, too. */
    openInvitation: async (token: string): Promise<OpenedInvitationView> => {
      const { space, email, role } = await getInvitation(parts, token)
      return { space: (await findSpaceById(database.reads, space))?.name ?? '', email, role }
    },

    /** Accepts an invitation with the password of the e-mail's account, or one for a new account. */
    acceptInvitation: async (
      request: Request,
      { token, password }: { token: string; password: string },
      address: string,
    ): Promise<SessionResponse> => {
      const invitation = await getInvitation(parts, token)
      const { email } = invitation
      // Checked before the account is looked up, so that a password that is too short reveals nothing about it.
      requireLength(password)
      const user = await findUserByEmail(database.reads, email)
      if (user) {
        await throttle({ email, address }, () => requirePassword(parts, user.id, password))
        await database.transaction(async writes => {
          const { space, role } = await consumeInvitation(writes, parts, token)
          // A user who became a member in the meantime keeps the role that they were given.
          const member = await findMember(readsWithin(writes), space, user.id)
          if (member) return
          const at = clock()
          await saveMember(writes, { space, user: user.id, role, now: at })
          await recordJoined(writes, space, { at, by: { kind: 'user', name: email }, email, role })
        })
      } else {
        const passwordHash = await passwords.hash(password)
        await database.transaction(async writes => {
          const { space, role } = await consumeInvitation(writes, parts, token)
          if (await findUserByEmail(readsWithin(writes), email)) throw notFound()
          await addUser(writes, parts, {
            email,
            passwordHash,
            space,
            role,
            by: { kind: 'user', name: email },
          })
        })
      }
      return sessions.begin(request, { email, password }, invitation.space)
    },

    /** Ends every session of the user, and starts a new one in the same space. */
    changePassword: async (
      request: Request,
      user: SessionUser,
      wanted: { currentPassword: string; newPassword: string },
      address: string,
    ): Promise<SessionResponse> => {
      const { currentPassword, newPassword } = wanted
      await throttle({ email: user.email, address }, () => requirePassword(parts, user.id, currentPassword))
      const passwordHash = await passwords.hash(newPassword)
      await database.transaction(async writes => {
        await requireSession(writes, user.sessionId)
        await changePasswordHash(writes, user.id, passwordHash, clock())
      })
      return sessions.begin(request, { email: user.email, password: newPassword }, user.space)
    },
  }
}

async function requireSetup(reads: Reads, token: string, now: number): Promise<void> {
  if (await hasUsers(reads))
    throw new Problem('setup_closed', 'This server already has an owner. Sign in instead.')
  if (await hasSetupToken(reads, hashToken(token), now)) return
  throw new Problem('setup_token_invalid', 'Use the link that the server printed when it last started.')
}

/** Returns the space with this slug, or creates one with this name. */
async function findOrCreateSpace(
  writes: Writes,
  parts: OnboardingParts,
  text: string,
  by: Actor,
): Promise<SpaceId> {
  const slug = toSpaceSlug(text)
  if (slug === null) {
    const message = 'must contain a letter from a to z or a digit, for its slug'
    throw new Problem('invalid_body', `space ${message}.`, {
      errors: [{ in: 'body', name: 'space', message }],
    })
  }
  const known = await findSpaceBySlug(readsWithin(writes), slug)
  return known?.id ?? (await createSpace(writes, parts, { slug, name: text, by })).id
}

async function getInvitation({ database, clock }: OnboardingParts, token: string): Promise<Invitation> {
  const invitation = await findInvitationByHash(database.reads, hashToken(token), clock())
  if (invitation) return invitation
  throw notFound()
}

/**
 * Deletes and returns the invitation, so that of two concurrent calls one succeeds. Fails if the inviter has lost the
 * right to invite.
 */
async function consumeInvitation(
  writes: Writes,
  { clock }: OnboardingParts,
  token: string,
): Promise<Invitation> {
  const invitation = await findInvitationByHash(readsWithin(writes), hashToken(token), clock())
  if (!invitation) throw notFound()
  await deleteInvitation(writes, invitation.space, invitation.id)
  return invitation
}

function notFound(): Problem {
  return new Problem('invitation_not_found', 'This invitation is no longer valid. Ask for a new link.')
}

async function requirePassword({ database, passwords }: OnboardingParts, user: string, password: string) {
  const hash = await findPasswordHash(database.reads, user)
  if (hash === null || !(await passwords.verify(password, hash))) throw credentialsInvalid()
}

function requireLength(password: string): void {
  if (password.length >= passwordLengthMin) return
  const message = `must have at least ${passwordLengthMin} characters`
  const errors = [{ in: 'body', name: 'password', message }] as const
  throw new Problem('invalid_body', `password ${message}.`, { errors })
}
