// Creates the guards and the account services that endpoints of several modules share.
import { keyOrSession } from './access/caller.guard.ts'
import type { ContentRight, Right } from './access/rights.ts'
import { createAuth } from './accounts/auth.ts'
import { createPasswords } from './accounts/credentials.ts'
import { createMembers } from './accounts/members.service.ts'
import { createOnboarding } from './accounts/onboarding.service.ts'
import { requireMember, requireSession, requireSpaceCreator } from './accounts/session.guard.ts'
import { createSessions } from './accounts/sessions.service.ts'
import { createThrottle } from './accounts/sign-in-throttle.ts'
import { createOwnedSpaces } from './accounts/spaces/owned-spaces.service.ts'
import type { Clock } from './base/clock.ts'
import type { RandomBytes } from './base/ids.ts'
import type { DeliveryScope } from './base/scopes.ts'
import type { Database } from './database/database.ts'
import { createKeyCache, peekGrants } from './keys/key-cache.ts'
import type { KeyUsage } from './keys/key-usage.ts'
import { requireKeyCaller, requirePreviewKey, requireScope } from './keys/keys.guard.ts'
import { createRateLimit, createUnknownKeyThrottle } from './keys/rate-limit.ts'
import { requirePreviewToken, tokenRateLimit } from './preview/links/link.guard.ts'
import { requirePreviewCredential, requirePreviewer } from './preview/preview.guard.ts'

export interface GuardParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
  /** The key that signs session cookies. */
  readonly secret: string
  readonly usage: KeyUsage
  /** Returns the client IP of a request, for throttling. */
  readonly addressOf: (request: Request) => string
  /** Requests per second for each API key; no limit if absent or 0. */
  readonly rateLimit?: number
  readonly publicUrl: string | null
}

/** Creates the guards that grant access by a session, by an API key, or by either. */
export function createGuards(parts: GuardParts) {
  const { database, clock, usage, addressOf, publicUrl } = parts
  const passwords = createPasswords()
  const auth = createAuth({ ...parts, passwords, secure: publicUrl?.startsWith('https:') ?? false })
  const keyParts = {
    keys: createKeyCache(database, clock),
    clock,
    rateLimit: createRateLimit(parts.rateLimit ?? 0, clock),
    usage,
    countUnknownKey: createUnknownKeyThrottle(clock),
    addressOf,
  }
  const countUnknown = keyParts.countUnknownKey
  const countRequest = createRateLimit(tokenRateLimit, clock)!
  const previewCredentials = {
    byKey: requirePreviewKey(keyParts),
    byToken: requirePreviewToken({ database, clock, countRequest, countUnknown, addressOf }),
  }
  return {
    passwords,
    auth,
    peekGrant: peekGrants(keyParts, 'content.read'),
    withScope: (scope: DeliveryScope) => requireScope(keyParts, scope),
    anySession: requireSession({ auth, database }),
    ownerSession: requireSpaceCreator({ auth, database }),
    member: (...rights: Right[]) => requireMember({ auth, database }, rights),
    /** Requires a session or an API key with all of the rights. */
    caller: (...rights: ContentRight[]) =>
      keyOrSession({
        bySession: requireMember({ auth, database }, rights, { orKey: true }),
        byKey: requireKeyCaller(keyParts, rights),
      }),
    /** Requires the same for files, whose URL may name the space of a session. */
    callerOfFile: keyOrSession({
      bySession: requireMember({ auth, database }, ['read'], { orKey: true, spaceParameter: true }),
      byKey: requireKeyCaller(keyParts, ['read']),
    }),
    /** Requires a session, a token of previews, or an API key that may read drafts in a preview. */
    previewer: requirePreviewer({
      ...previewCredentials,
      bySession: requireMember({ auth, database }, ['read'], { orKey: true }),
    }),
    /** Requires a token of previews, or an API key that may read drafts in a preview. */
    previewCredential: requirePreviewCredential(previewCredentials),
  }
}

const noReport = { caller: () => {}, rateLimitTicket: () => {} }

/** Creates the services of sign-in, users, members and spaces. */
export function createAccounts(parts: GuardParts, guards: ReturnType<typeof createGuards>) {
  const { passwords, auth, anySession, ownerSession } = guards
  const throttle = createThrottle(parts)
  const sessions = createSessions({ ...parts, auth, throttle })
  const spaces = createOwnedSpaces(parts)
  return {
    sessions,
    onboarding: createOnboarding({ ...parts, passwords, throttle, sessions }),
    members: createMembers(parts),
    spaces,
    /** None to users who are not members. A page without them works, except for its previews. */
    listPreviewOrigins: async (request: Request, slug: string): Promise<readonly string[]> => {
      if (!request.headers.has('Cookie')) return []
      try {
        const { previewSites } = await spaces.get(await anySession.check(request, noReport), slug)
        return previewSites.map(({ url }) => url)
      } catch {
        return []
      }
    },
    anySession,
    ownerSession,
    manager: guards.member('members.manage'),
  }
}
