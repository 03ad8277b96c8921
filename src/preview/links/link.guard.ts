// Authenticates requests with a token of previews. What a token depends on, such as the right of its maker, is read for
// each request, so that it ends on every node as soon as the change is committed.
import { invalidKey } from '../../access/access-problems.ts'
import { readBearer } from '../../access/bearer.ts'
import { createHashLookup } from '../../access/hash-lookup.ts'
import { hashSecret, isWellFormedSecret } from '../../access/secrets.ts'
import type { Clock } from '../../base/clock.ts'
import { Problem } from '../../base/errors.ts'
import type { Database } from '../../database/database.ts'
import { previewTokenPrefix } from '../../http/cors.ts'
import type { Guard } from '../../http/endpoint.ts'
import type { RateLimitTicket } from '../../http/server-env.ts'
import type { PreviewAccess } from '../preview-access.ts'
import { findLinksByHash } from './links.store.ts'
import { linkStatus, type PreviewLinkInUse } from './preview-link.ts'

interface LinkGuardParts {
  readonly database: Pick<Database, 'reads'>
  readonly clock: Clock
  /** Counts a request with the token of this id. */
  readonly countRequest: (id: string) => RateLimitTicket
  /** Counts an unknown token. Throws if the client IP has sent too many. */
  readonly countUnknown: (clientIp: string) => void
  readonly addressOf: (request: Request) => string
}

/** The requests per second for each token. */
export const tokenRateLimit = 50

/** Requires an active token within the rate limit. */
export function requirePreviewToken({
  database,
  clock,
  countRequest,
  countUnknown,
  addressOf,
}: LinkGuardParts): Guard<PreviewAccess> {
  const lookUp = createHashLookup(hashes => findLinksByHash(database.reads, hashes))
  return {
    security: [{ previewToken: [] }],
    errors: ['api_key_invalid', 'preview_link_expired', 'preview_link_revoked', 'too_many_requests'],
    check: async (request, report) => {
      const text = readBearer(request.headers.get('Authorization'))
      const link = isWellFormedSecret(previewTokenPrefix, text) ? await lookUp(hashSecret(text)) : undefined
      if (link === null) countUnknown(addressOf(request))
      if (!link) throw invalidKey('api_key_invalid', 'The token of the preview is malformed or unknown.')
      report.caller({ spaceId: link.space })
      const ticket = countRequest(link.id)
      report.rateLimitTicket(ticket)
      if (ticket.waitSeconds !== null) throw tooManyRequests(ticket.waitSeconds)
      const status = linkStatus(link, clock())
      if (status !== 'active') throw invalidKey(`preview_link_${status}`)
      return toAccess(link)
    },
  }
}

function toAccess({ id, space, entries, session, expiresAt }: PreviewLinkInUse): PreviewAccess {
  const drafts = entries && new Set(entries)
  return { space, kind: session === null ? 'link' : 'own', credential: id, drafts, expiresAt }
}

function tooManyRequests(waitSeconds: number): Problem {
  return new Problem(
    'too_many_requests',
    `A token of previews has ${tokenRateLimit} requests a second, which are used up. Retry after the delay in \`Retry-After\`.`,
    { headers: { 'Retry-After': String(waitSeconds) } },
  )
}
