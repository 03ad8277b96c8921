// Grants access to previews by a token, by an API key or by a session, whichever the request has.
import { keyOrSession } from '../access/caller.guard.ts'
import type { Member } from '../base/caller.ts'
import type { SpaceId } from '../base/ids.ts'
import { hasPreviewToken } from '../http/cors.ts'
import type { Guard } from '../http/endpoint.ts'
import type { PreviewAccess } from './preview-access.ts'

/** An API key that may read previews. */
export interface PreviewKey {
  readonly space: SpaceId
  readonly keyId: string
  readonly expiresAt: number | null
}

interface PreviewGuards {
  readonly byToken: Guard<PreviewAccess>
  readonly byKey: Guard<PreviewKey>
  readonly bySession: Guard<Member>
}

/** Requires a token or an API key. A credential that begins as a token does is checked as one. */
export function requirePreviewCredential({
  byToken,
  byKey,
}: Pick<PreviewGuards, 'byToken' | 'byKey'>): Guard<PreviewAccess> {
  const keyed = toAccess(byKey, ({ space, keyId, expiresAt }) => {
    return { space, kind: 'key', credential: keyId, drafts: null, expiresAt }
  })
  const guardFor = (request: Request) => (hasPreviewToken(request) ? byToken : keyed)
  return {
    peek: (request, report) => guardFor(request).peek?.(request, report) ?? null,
    check: (request, report) => guardFor(request).check(request, report),
    needsOwnOrigin: () => false,
    security: [...keyed.security, ...byToken.security],
    errors: [...keyed.errors, ...byToken.errors],
  }
}

/** Requires a token, an API key or a session. */
export function requirePreviewer({ bySession, ...credentials }: PreviewGuards): Guard<PreviewAccess> {
  return keyOrSession({
    bySession: toAccess(bySession, ({ space, sessionId }) => {
      return { space, kind: 'session', credential: sessionId, drafts: null, expiresAt: null }
    }),
    byKey: requirePreviewCredential(credentials),
  })
}

function toAccess<Caller>(
  guard: Guard<Caller>,
  convert: (caller: Caller) => PreviewAccess,
): Guard<PreviewAccess> {
  return {
    ...guard,
    peek: (request, report) => {
      const caller = guard.peek?.(request, report) ?? null
      return caller && convert(caller)
    },
    check: async (request, report) => convert(await guard.check(request, report)),
  }
}
