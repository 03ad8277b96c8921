// Parses the path and the query of a request's URL. Both are read strictly.
//
// Bun resolves `\`, `.` and `..` before the application sees the URL, so a path that a proxy blocks could be reached
// through another path. Bun's routes match the path as sent. Accepted query parameters are declared once, in a schema;
// everything else is an error or an ignored name, and leaves this file only as text in a message.
import { z } from '@hono/zod-openapi'
import { type FieldError, Problem } from '../base/errors.ts'
import { controlCharacter } from '../base/text.ts'
import { acceptedValues, suggestedName } from './accepted-values.ts'

/** Returns the text between the host and the query, still percent-encoded. */
export function rawPath(request: Request): string {
  const { url } = request
  const start = pathStart(url)
  if (start < 0) return '/'
  const end = url.slice(start).search(/[?#]/)
  return end < 0 ? url.slice(start) : url.slice(start, start + end)
}

/** Returns the index where the path begins. A request without a Host (HTTP/1.0, probes) has a URL that is a path. */
export function pathStart(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
}

/** Returns scheme, host and port as in the client's request. */
export function originOf(request: Request): string {
  return URL.parse(request.url)?.origin ?? 'http://localhost'
}

/** Returns the query without `?`; empty if there is none. */
export function rawSearch(request: Request): string {
  const at = request.url.indexOf('?')
  if (at < 0) return ''
  const end = request.url.indexOf('#', at)
  return request.url.slice(at + 1, end < 0 ? undefined : end)
}

/** Returns null for text that cannot be a name: bad percent-encoding, NUL and other control characters. */
export function decodeSegment(segment: string): string | null {
  let text: string
  try {
    text = decodeURIComponent(segment)
  } catch {
    return null
  }
  return controlCharacter.test(text) ? null : text
}

/** Returns the parameters of a pattern such as `/things/:id`, each with the index of its segment. */
export function paramIndexes(pattern: string): readonly (readonly [name: string, index: number])[] {
  return pattern
    .split('/')
    .flatMap((segment, index) => (segment.startsWith(':') ? [[segment.slice(1), index] as const] : []))
}

/** The error for a path that resolves to a different path than was sent. */
export function invalidPath(): Problem {
  const message = 'must not have a raw backslash, a dot segment or a fragment'
  return new Problem('invalid_path', `The path ${message}.`, { errors: [{ in: 'path', name: '', message }] })
}

/** Path parameters that Bun's router found in the path as sent; null if no route matched it. */
export type SentParams = Readonly<Record<string, string>> | null

/**
 * Returns a check for requests to `pattern`, such as `/things/:id`. Its fixed segments match as sent, since the route
 * matched.
 */
export function pathComparison(pattern: string): (request: Request, sent: SentParams) => boolean {
  const indexes = paramIndexes(pattern)
  return (request, sent) => {
    if (sent === null || Object.keys(sent).length !== indexes.length) return false
    if (indexes.length === 0) return true
    const segments = rawPath(request).split('/')
    return indexes.every(([name, index]) => isSame(segments[index] ?? '', sent[name] ?? ''))
  }
}

/** Compares a segment with its decoded form. Every endpoint rejects a segment that cannot be decoded. */
function isSame(segment: string, sent: string): boolean {
  if (segment === sent) return true
  try {
    return decodeURIComponent(segment) === sent
  } catch {
    return true
  }
}

/** A parameter after decoding; its value is null if it could not be decoded. */
export interface SentParameter {
  readonly name: string
  readonly value: string | null
}

/** Parameters that a schema cannot declare, because their names contain names of the model. */
export interface ModelParameters {
  readonly errors: readonly FieldError[]
}

/** Called with the parameters that the schema does not declare, if there are any. */
export type ModelParameterParser<Parameters extends ModelParameters> = (sent: readonly SentParameter[]) => {
  /** Null if none of them is a model parameter. */
  readonly parameters: Parameters | null
  /** The names of the other parameters. */
  readonly ignored: readonly string[]
}

interface ParsedQuery<Values, Parameters> {
  readonly values: Values
  /** Unknown parameter names, in the order sent, without duplicates. */
  readonly ignored: readonly string[]
  /** The model parameters, with the errors of all parameters. Only the model shows whether there are more errors. */
  readonly modelParameters: Parameters | null
}

interface IntegerRange {
  readonly min: number
  readonly max: number
  readonly description: string
}

/** Accepts decimal digits only: no sign, no leading zero, no exponent, not empty. */
export function requiredInteger({ min, max, description }: IntegerRange) {
  const message = `must be an integer from ${min} to ${max}, in decimal digits without a leading zero`
  return z
    .string('is required')
    .transform((text, context) => {
      const value = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN
      if (value >= min && value <= max) return value
      context.addIssue({ code: 'custom', message, params: { min, max } })
      return z.NEVER
    })
    .openapi({ type: 'integer', minimum: min, maximum: max, description })
}

export function integerParameter({ default: absent, ...range }: IntegerRange & { readonly default: number }) {
  return requiredInteger(range).default(absent).openapi({ default: absent })
}

/**
 * Throws one 400 with every error. Unknown names are errors only if the client requested that (RFC 7240). If parameters
 * must be compared with the model first, all errors are returned instead.
 */
export function parseQuery<Schema extends z.ZodObject, Parameters extends ModelParameters>(
  schema: Schema,
  search: string,
  strict: boolean,
  parseModelParameters?: ModelParameterParser<Parameters>,
): ParsedQuery<z.output<Schema>, Parameters> {
  const { sent, others } = split(search, schema)
  const found = others.length === 0 ? undefined : parseModelParameters?.(others)
  const ignored = found?.ignored ?? [...new Set(others.map(({ name }) => name))]
  const fieldErrors: FieldError[] = []
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const given = sent.get(name) ?? []
    const error =
      given.length > 1 ? { message: 'must be given only once' } : check(parameter, given[0], name, values)
    if (error === null) continue
    fieldErrors.push({ in: 'query', name, ...error })
    values[name] = parameter.safeParse(undefined).data
  }
  if (strict) {
    const message = 'is not a parameter of this endpoint, and the request says Prefer: handling=strict'
    for (const name of ignored) {
      fieldErrors.push({ in: 'query', name, message, ...suggestedName(name, Object.keys(schema.shape)) })
    }
  }
  const modelParameters = found?.parameters ?? null
  if (modelParameters === null && fieldErrors.length > 0) throw invalidParameters(fieldErrors)
  return {
    values: values as z.output<Schema>,
    ignored,
    modelParameters: modelParameters && {
      ...modelParameters,
      errors: [...fieldErrors, ...modelParameters.errors],
    },
  }
}

function check(
  parameter: z.ZodType,
  text: string | null | undefined,
  name: string,
  values: Record<string, unknown>,
): Omit<FieldError, 'in' | 'name'> | null {
  if (text === null) return { message: 'must be percent-encoded UTF-8' }
  const result = parameter.safeParse(text)
  if (!result.success) {
    const { issues } = result.error
    return { message: issues.map(issue => issue.message).join('; '), ...acceptedValues(issues) }
  }
  values[name] = result.data
  return null
}

export function invalidParameters(fieldErrors: readonly FieldError[]): Problem {
  const detail = fieldErrors.map(error => `${error.name} ${error.message}.`).join(' ')
  return new Problem('invalid_parameters', detail, { errors: fieldErrors })
}

function split(search: string, schema: z.ZodObject) {
  const sent = new Map<string, (string | null)[]>()
  const others: SentParameter[] = []
  for (const parameter of splitSearch(search)) {
    const { name, value } = parameter
    if (Object.hasOwn(schema.shape, name)) sent.set(name, [...(sent.get(name) ?? []), value])
    else others.push(parameter)
  }
  return { sent, others }
}

/** Splits a query. Names and values are decoded once. A name that cannot be decoded stays as sent. */
export function splitSearch(search: string): SentParameter[] {
  return search.split('&').flatMap(piece => {
    if (piece === '') return []
    const at = piece.indexOf('=')
    const rawName = at < 0 ? piece : piece.slice(0, at)
    return [{ name: decode(rawName) ?? rawName, value: decode(at < 0 ? '' : piece.slice(at + 1)) }]
  })
}

/** Decodes form encoding, in which `+` is a space. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/**
 * Detects `Prefer: handling=strict` (RFC 7240), among other preferences and with parameters. If repeated, the first one
 * counts.
 */
export function prefersStrict(request: Request): boolean {
  for (const preference of splitOutsideQuotes(request.headers.get('Prefer') ?? '', ',')) {
    // Parameters of the preference follow a semicolon.
    const [first = ''] = splitOutsideQuotes(preference, ';')
    const [, name, value] = /^\s*([^\s=]+)\s*(?:=\s*"?([^\s"]*)"?\s*)?$/.exec(first) ?? []
    if (name?.toLowerCase() === 'handling') return value?.toLowerCase() === 'strict'
  }
  return false
}

/** Splits at separators outside of quotes. An unclosed quote extends to the end. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): readonly string[] {
  return (
    text.match(
      separator === ',' ? /(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^",])+/g : /(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^";])+/g,
    ) ?? []
  )
}
