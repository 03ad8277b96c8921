// What the client says of the errors of functions that were given the API key, or that make it.
import type { ErrorFacts } from './errors.ts'

/** Why a call failed: the innermost cause, as text. Whatever else an error has, such as a request, may hold the key. */
export function causeWithoutKey(error: unknown, key: string, depth = 9): Omit<ErrorFacts, 'code'> {
  // Of several addresses that were tried, the first.
  const { errors, cause = errors?.[0] } = Object(error)
  if (cause && depth) return causeWithoutKey(cause, key, depth - 1)
  const detail = String(error)
    .replaceAll(key, '…')
    // Also a key that was never returned.
    .replace(/flst_\w+/g, '…')
  return { detail, cause: new Error(detail) }
}
