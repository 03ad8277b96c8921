// The access of a request to previews, as its guard grants it.
import type { SpaceId } from '../base/ids.ts'

export interface PreviewAccess {
  readonly space: SpaceId
  /** `link` is a token for people without an account, `own` one for a window of its maker. */
  readonly kind: 'session' | 'key' | 'own' | 'link'
  /** Names the session, the key or the token, of which one broad preview runs at a time. */
  readonly credential: string
  /** The only entries whose drafts are shown; all others are shown as they are live. Null means all drafts. */
  readonly drafts: ReadonlySet<string> | null
  /** Milliseconds since 1970; null if the access does not end by itself. */
  readonly expiresAt: number | null
}
