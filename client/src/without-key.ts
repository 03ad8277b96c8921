// Describes errors of functions that receive or return the API key, without revealing the key.
import type { ErrorFacts } from './errors.ts'

/**
 * Returns the innermost cause of an error as text without the key. All other properties of the error are dropped, because
 * they may contain the key, such as a request.
 */
export function causeWithoutKey(error: unknown, key: string, depth = 9): Omit<ErrorFacts, 'code'> {
  // If several addresses were tried, `errors` has one error for each; the first is used.
  const { errors, cause = errors?.[0] } = Object(error)
  if (cause && depth) return causeWithoutKey(cause, key, depth - 1)
  const detail = String(error)
    .replaceAll(key, '…')
    // Also removes a key or token that was not returned, because the function that makes it has thrown.
    .replace(/fl(st|pv)_\w+/g, '…')
  return { detail, cause: new Error(detail) }
}
