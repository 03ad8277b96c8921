// Reads the parameters of a PostgreSQL URL that Frontlist uses itself. The driver reads all others.
import { Refusal } from '../../base/errors/errors.ts'

const sslModes = ['disable', 'no-verify', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** PostgreSQL silently truncates longer names. */
const schemaBytesMax = 63

/** Throws a refusal for parameters that would be ignored or have another meaning than they suggest. */
export function requireParameters(variable: string, url: string): void {
  const parameters = parametersOf(url)
  const details: string[] = []
  for (const name of ['schema', 'sslmode']) {
    if (parameters.getAll(name).length > 1) details.push(`${name} is given more than once.`)
  }
  const schema = parameters.get('schema')
  if (schema !== null && (schema === '' || Buffer.byteLength(schema) > schemaBytesMax)) {
    details.push(`schema must be the name of a schema, of 1 to ${schemaBytesMax} bytes, such as schema=cms.`)
  }
  const sslMode = parameters.get('sslmode')
  if (sslMode !== null && !(sslModes as readonly string[]).includes(sslMode)) {
    details.push(`sslmode must be one of ${sslModes.join(', ')}.`)
  }
  if (details.length > 0) throw new Refusal(`${variable} cannot be used.`, details)
}

/** Returns the schema in the URL's `?schema=`; null if the server decides by `search_path`. */
export function schemaOf(url: string): string | null {
  return parametersOf(url).get('schema')
}

/**
 * Returns the URL for the driver. For these modes the driver verifies the server as for `verify-full`, and prints a
 * warning. Writing `verify-full` explicitly avoids the warning, and keeps the verification if a later driver weakens
 * these modes.
 */
export function toDriverUrl(url: string): string {
  if (parametersOf(url).get('uselibpqcompat') === 'true') return url
  return url.replace(/([?&]sslmode=)(?:allow|prefer|require|verify-ca)(?=[&#]|$)/, '$1verify-full')
}

/** Parses the query only, because the driver accepts addresses that are not URLs, such as one without a host. */
function parametersOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}
