// Query parameters, read strictly: what is accepted is declared once, in a schema, and everything else is either an
// error or an ignored name. No name or value that a schema does not know leaves this file but as text for a message.
import { z } from '@hono/zod-openapi'
import { type Fault, Problem } from '../base/errors.ts'
import { acceptedValues } from './accepted-values.ts'

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
  const message = `must be an integer from ${min} to ${max}, in decimal digits without a leading zero`
  return z
    .string()
    .transform((text, context) => {
      const value = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN
      if (value >= min && value <= max) return value
      context.addIssue({ code: 'custom', message, params: { min, max } })
      return z.NEVER
    })
    .default(fallback)
    .openapi({ type: 'integer', minimum: min, maximum: max, default: fallback, description })
}

/** Every error at once, as one 400; unknown names are errors only where the client asked for it (RFC 7240). */
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
    const error =
      given.length > 1 ? { message: 'must be given only once' } : check(parameter, given[0], name, values)
    if (error !== null) faults.push({ in: 'query', name, ...error })
  }
  if (strict) {
    for (const name of ignored) {
      faults.push({
        in: 'query',
        name,
        message: 'is not a parameter of this endpoint, and the request says Prefer: handling=strict',
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
): Omit<Fault, 'in' | 'name'> | null {
  if (text === null) return { message: 'must be percent-encoded UTF-8' }
  const result = parameter.safeParse(text)
  if (!result.success) {
    const { issues } = result.error
    return { message: issues.map(issue => issue.message).join('; '), ...acceptedValues(issues) }
  }
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

const ignoredNamesMax = 50
const ignoredNameLengthMax = 64

/** Percent-encoded, so that no byte of a name can end the header or begin another; `...` stands for further names. */
export function ignoredParametersHeader(ignored: readonly string[]): string {
  const named = ignored
    .slice(0, ignoredNamesMax)
    .map(name => encodeURIComponent([...name].slice(0, ignoredNameLengthMax).join('').toWellFormed()))
  return [...named, ...(ignored.length > ignoredNamesMax ? ['...'] : [])].join(', ')
}

/** `Prefer: handling=strict` (RFC 7240), among other preferences and with parameters; of two the first counts. */
export function prefersStrict(request: Request): boolean {
  for (const preference of splitOutsideQuotes(request.headers.get('Prefer') ?? '', ',')) {
    // Behind a semicolon stand parameters of the preference.
    const [first = ''] = splitOutsideQuotes(preference, ';')
    const [, name, value] = /^\s*([^\s=]+)\s*(?:=\s*"?([^\s"]*)"?\s*)?$/.exec(first) ?? []
    if (name?.toLowerCase() === 'handling') return value?.toLowerCase() === 'strict'
  }
  return false
}

/** A quote that nobody closes goes to the end. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): readonly string[] {
  return (
    text.match(
      separator === ',' ? /(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^",])+/g : /(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^";])+/g,
    ) ?? []
  )
}
