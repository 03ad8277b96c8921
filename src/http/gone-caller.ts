// Ends the work of a long request whose caller has closed the connection, as a proxy does when it has waited long enough.
import { Problem } from '../base/errors/errors.ts'

/**
 * Throws if the caller is gone. The transaction that asks is rolled back, so that a change which nobody was told of has
 * not happened. Ask between slices of work and as the last thing before the transaction is committed.
 */
export function requireCallerPresent({ aborted }: AbortSignal): void {
  if (!aborted) return
  const detail = 'The connection was closed before the change was complete. Nothing was changed.'
  throw new Problem('unavailable', detail, { isExpected: true })
}
