// Ends the work of a long request whose caller has closed the connection, as a proxy does after its timeout.
import { Problem } from '../base/errors/errors.ts'

/**
 * Throws if the caller has disconnected. The surrounding transaction is then rolled back, so that a change that was
 * reported to nobody has not happened. Call it between slices of work, and last before the transaction is committed.
 */
export function requireCallerPresent({ aborted }: AbortSignal): void {
  if (!aborted) return
  const detail = 'The connection was closed before the change was complete. Nothing was changed.'
  throw new Problem('unavailable', detail, { isExpected: true })
}
