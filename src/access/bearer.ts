// Reads the bearer credential of a request: an API key or a token of previews.
import { Problem } from '../base/errors.ts'

/**
 * Returns the text after `Bearer`. Two headers arrive joined by a comma (RFC 9110, section 5.3). A credential contains
 * neither commas nor spaces, so text after a comma that looks like a second credential is one.
 */
export function readBearer(header: string | null): string {
  const match = header === null ? null : /^bearer(?:(?=[ \t]) *(.*))?$/i.exec(header.trim())
  if (!match || /,\s*(?:[a-z][\w-]*\s+\S|$)/i.test(header!)) {
    const detail =
      header === null
        ? 'Send the API key in the header Authorization: Bearer <API_KEY>.'
        : 'Send exactly one Authorization header, of the form Bearer <API_KEY>.'
    throw new Problem('api_key_missing', detail, { headers: { 'WWW-Authenticate': 'Bearer' } })
  }
  return match[1] ?? ''
}
