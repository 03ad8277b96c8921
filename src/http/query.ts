// Query parameters, read strictly: what is accepted is declared once, in a schema, and everything else is either a
// fault or an ignored name. No name or value that a schema does not know leaves this file but as text for a message.
import { z } from '@hono/zod-openapi'
import { type Fault, Problem } from '../base/errors.ts'

export interface ParsedQuery<Values> {
  readonly values: Values
  /** Names that the endpoint does not know, in the order sent, each once. */
  readonly ignored: readonly string[]
}

interface IntegerOptions {
  readonly min: number
  readonly max: number
  readonly default: number
  readonly description: string
}

/** Decimal digits only: no sign, no leading zero, no exponent, no empty text. */
export function integerParameter({ min, max, default: fallback, description }: IntegerOptions) {
  const message = `must be a whole number from ${min} to ${max}, in decimal digits without a leading zero`
  return z
    .string()
    .transform((text, context) => {
      const value = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN
      if (value >= min && value <= max) return value
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .default(fallback)
    .openapi({ type: 'integer', minimum: min, maximum: max, default: fallback, description })
}

/** Every fault at once, as one 400; unknown names are faults only where the caller asked for it (RFC 7240). */
export function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  search: string,
  strict: boolean,
): ParsedQuery<z.output<Schema>> {
  const { sent, ignored } = split(search, schema)
  const faults: Fault[] = []
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const given = sent.get(name) ?? []
    const message = given.length > 1 ? 'must be given once' : check(parameter, given[0], name, values)
    if (message !== null) faults.push({ in: 'query', name, message })
  }
  if (strict) {
    for (const name of ignored) {
      faults.push({
        in: 'query',
        name,
        message: 'is not known here, and Prefer: handling=strict was asked for',
      })
    }
  }
  if (faults.length > 0) throw refuse(faults)
  return { values: values as z.output<Schema>, ignored }
}

function check(
  parameter: z.ZodType,
  text: string | null | undefined,
  name: string,
  values: Record<string, unknown>,
): string | null {
  if (text === null) return 'must be percent-encoded UTF-8'
  const result = parameter.safeParse(text)
  if (!result.success) return result.error.issues.map(issue => issue.message).join('; ')
  values[name] = result.data
  return null
}

function refuse(faults: readonly Fault[]): Problem {
  const detail = faults.map(fault => `${fault.name} ${fault.message}.`).join(' ')
  return new Problem('invalid_parameters', detail, { errors: faults })
}

/** Null stands for a value that cannot be decoded. */
function split(search: string, schema: z.ZodObject) {
  const sent = new Map<string, (string | null)[]>()
  const ignored = new Set<string>()
  for (const piece of search.split('&')) {
    if (piece === '') continue
    const at = piece.indexOf('=')
    const rawName = at < 0 ? piece : piece.slice(0, at)
    const name = decode(rawName) ?? rawName
    if (Object.hasOwn(schema.shape, name)) {
      sent.set(name, [...(sent.get(name) ?? []), decode(at < 0 ? '' : piece.slice(at + 1))])
    } else {
      ignored.add(name)
    }
  }
  return { sent, ignored: [...ignored] }
}

/** As forms write it: `+` is a space. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

const ignoredNamesMax = 20
const ignoredNameLengthMax = 64

/** Percent-encoded, so that no byte of a name can end the header or begin another. */
export function ignoredParametersHeader(ignored: readonly string[]): string {
  return ignored
    .slice(0, ignoredNamesMax)
    .map(name => encodeURIComponent([...name].slice(0, ignoredNameLengthMax).join('').toWellFormed()))
    .join(', ')
}

/** `Prefer: handling=strict` (RFC 7240). */
export function prefersStrict(request: Request): boolean {
  const header = request.headers.get('Prefer')
  return header !== null && /(?:^|[,;])\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i.test(header)
}
