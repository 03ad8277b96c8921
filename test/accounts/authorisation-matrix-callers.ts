// What each caller of the authorisation matrix may do.
import { type Guard, IN, type Matrix } from './authorisation-matrix-runner.ts'

const noKey = '401 api_key_missing'
const badKey = '401 api_key_invalid'
const expiredKey = '401 api_key_expired'
const revokedKey = '401 api_key_revoked'
const noScope = '403 insufficient_scope'
const noSession = '401 session_required'
const noSpace = '404 space_not_found'
const noRole = '403 role_required'

const guardGroups = {
  delivery: ['content', 'schema', 'token'],
  management: ['read', 'publish', 'write', 'remove', 'model', 'preview'],
  session: ['manage', 'look', 'session'],
} as const satisfies Record<string, readonly Guard[]>

/** The same at every guard of a group, or {@link only} some of them. */
type Outcome = string | ((guard: Guard) => string)

const only =
  (otherwise: string, ...allowed: readonly Guard[]): Outcome =>
  guard =>
    // Members and keys that may read drafts may read them in a preview too.
    allowed.includes(guard) || (guard === 'preview' && allowed.includes('read')) ? IN : otherwise

const forDelivery = only(noScope, 'content', 'schema')
const forToken = only(noScope, 'token')

/** In the order of the guards of a row; the last is `open`, which lets everybody in. */
function guarded(delivery: Outcome, management: Outcome, session: Outcome): readonly string[] {
  const outcomes = { delivery, management, session }
  const at = (group: keyof typeof guardGroups) => {
    const outcome = outcomes[group]
    return guardGroups[group].map(guard => (typeof outcome === 'string' ? outcome : outcome(guard)))
  }
  return [...at('delivery'), ...at('management'), ...at('session'), IN]
}

/** What each caller gets at each guard: let in, or the error that any route of that guard gives them. */
export const matrix: Matrix = {
  nobody: guarded(noKey, noSession, noSession),
  malformedKey: guarded(badKey, badKey, noSession),
  badChecksum: guarded(badKey, badKey, noSession),
  unknownKey: guarded(badKey, badKey, noSession),
  emptyKey: guarded(badKey, badKey, noSession),
  expiredKey: guarded(expiredKey, expiredKey, noSession),
  revokedKey: guarded(revokedKey, revokedKey, noSession),
  noScopeKey: guarded(noScope, noScope, noSession),
  schemaKey: guarded(only(noScope, 'schema'), noScope, noSession),
  contentKey: guarded(only(noScope, 'content'), noScope, noSession),
  key: guarded(forDelivery, noScope, noSession),
  rivalKey: guarded(forDelivery, noScope, noSession),
  draftKey: guarded(forToken, only(noScope, 'read'), noSession),
  writeKey: guarded(forToken, only(noScope, 'read', 'write'), noSession),
  publishKey: guarded(forToken, only(noScope, 'read', 'publish'), noSession),
  modelKey: guarded(forToken, only(noScope, 'read', 'model'), noSession),
  previewKey: guarded(forToken, only(noScope, 'preview'), noSession),
  rivalManagementKey: guarded(forToken, IN, noSession),
  publishKeyFromElsewhere: guarded(forToken, only(noScope, 'read', 'publish'), noSession),
  previewToken: guarded(only(badKey, 'token'), only(badKey, 'preview'), noSession),
  keyInQuery: guarded(noKey, noSession, noSession),
  keyInCookie: guarded(noKey, noSession, noSession),
  twoKeys: guarded(noKey, noKey, noSession),
  signedOut: guarded(noKey, noSession, noSession),
  tampered: guarded(noKey, noSession, noSession),
  forged: guarded(noKey, noSession, noSession),
  sessionAsKey: guarded(badKey, badKey, noSession),
  member: guarded(noKey, only(noRole, 'read'), only(noRole, 'look', 'session')),
  author: guarded(noKey, only(noRole, 'read', 'write'), only(noRole, 'look', 'session')),
  editor: guarded(noKey, only(noRole, 'read', 'publish', 'write', 'remove'), only(noRole, 'look', 'session')),
  admin: guarded(noKey, IN, IN),
  owner: guarded(noKey, IN, IN),
  ownerWithKey: guarded(forDelivery, noScope, IN),
  ownerWithRivalKey: guarded(forDelivery, noScope, IN),
  ownerWithDraftKey: guarded(forToken, only(noScope, 'read'), IN),
  ownerWithRivalManagementKey: guarded(forToken, IN, IN),
  memberWithPublishKey: guarded(forToken, only(noScope, 'read', 'publish'), only(noRole, 'look', 'session')),
  ownerFromElsewhere: guarded(noKey, IN, IN),
  rivalOwner: guarded(noKey, IN, IN),
  ownerNamingPress: guarded(noKey, IN, IN),
  ownerNamingRival: guarded(noKey, noSpace, noSpace),
  ownerNamingNone: guarded(noKey, noSpace, noSpace),
  keyNamingRival: guarded(forDelivery, noScope, noSession),
  memberInRival: guarded(noKey, only(noRole, 'read'), only(noRole, 'look', 'session')),
  ownerInRival: guarded(noKey, IN, IN),
  removed: guarded(noKey, noRole, only(noRole, 'session')),
  deleted: guarded(noKey, noSession, noSession),
}
