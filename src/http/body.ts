// Parses request bodies strictly: a JSON object in UTF-8 of limited size, with the fields of a schema and no others.
import type { z } from '@hono/zod-openapi'
import { type FieldError, Problem } from '../base/errors.ts'
import { isNestedDeeper, isRounded, type JsonPath, toPointer, visitJson } from '../base/json.ts'
import { acceptedValues } from './accepted-values.ts'
import type { RoutePolicy } from './server-env.ts'

export const bodyBytesMax = 64 * 1024

/**
 * The maximum nesting of a body. A stored value has at most 64 levels, and an operation on an entry's variant puts six
 * around it. Code that walks, compares or serializes a body relies on this limit.
 */
export const bodyLevelsMax = 72

type BodyPolicy = Pick<RoutePolicy, 'bodyBytesMax' | 'exactNumbers'>

/** The maximum errors in a response, because a body full of errors must not cause an even larger response. */
const errorsMax = 50
const nameLengthMax = 64

/** The valid fields, and every error of the others. */
export interface ReadFields {
  readonly values: Record<string, unknown>
  readonly errors: readonly FieldError[]
}

/**
 * Reads a body. Throws a 400 for a body that is not a JSON object, and 415 or 413 as early as possible. A missing body
 * is an empty object, unless the request has a Content-Type. `schema` is null if the endpoint has no fields.
 */
export async function readBody(
  schema: z.ZodObject | null,
  request: Request,
  { bodyBytesMax: bytesMax = bodyBytesMax, exactNumbers = false }: BodyPolicy = {},
): Promise<ReadFields> {
  checkMediaType(request)
  if (Number(request.headers.get('Content-Length') ?? 0) > bytesMax) throw tooLarge(bytesMax)
  const bytes = await readBytes(request, bytesMax)
  const type = request.headers.get('Content-Type')
  if (type === null && bytes.byteLength > 0) throw unsupportedMediaType()
  if (bytes.byteLength === 0 && (type === null || schema === null)) return parseFields(schema, {})
  const { value, oddities } = toObject(bytes, exactNumbers)
  return parseFields(schema, value, oddities)
}

/**
 * Checks the Content-Type before the body is read. A body without one may turn out to be empty, which {@link readBody}
 * allows.
 */
export function checkMediaType(request: Request): void {
  const { headers } = request
  const type = headers.get('Content-Type')
  const isRefused = type === null ? Number(headers.get('Content-Length') ?? 0) > 0 : !isJson(type, request)
  if (isRefused) throw unsupportedMediaType()
}

function unsupportedMediaType(): Problem {
  const detail = 'Send the body as application/json in UTF-8, without Content-Encoding.'
  return new Problem('unsupported_media_type', detail, { headers: { 'Accept-Post': 'application/json' } })
}

/**
 * Requires the exact media type. Its only allowed parameter is the charset that JSON always has (RFC 8259, section 8.1).
 */
function isJson(type: string, request: Request): boolean {
  const coding = request.headers.get('Content-Encoding') ?? 'identity'
  return /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type.trim()) && coding === 'identity'
}

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of request.body ?? []) {
      length += part.byteLength
      if (length > bytesMax) throw tooLarge(bytesMax)
      parts.push(part)
    }
  } catch (error) {
    // No client receives this response, but a disconnected client must not appear as a server error in logs and counts.
    if (error instanceof DOMException && error.name === 'AbortError')
      throw invalidBody([whole('ended before its declared length')])
    throw error
  }
  return Buffer.concat(parts)
}

export function tooLarge(bytesMax: number): Problem {
  const limit = bytesMax < 1024 * 1024 ? `${bytesMax / 1024} KiB` : `${bytesMax / 1024 / 1024} MiB`
  return new Problem('body_too_large', `Request bodies are limited to ${limit} here.`, {
    headers: { Connection: 'close' },
  })
}

/** The changes that JSON.parse would make silently, by place: the name of a field, or a JSON Pointer below it. */
type Oddities = ReadonlyMap<string, string>

interface ReadObject {
  readonly value: Record<string, unknown>
  readonly oddities: Oddities
}

function toObject(bytes: Uint8Array, exactNumbers: boolean): ReadObject {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalidBody([whole('must be UTF-8')])
  }
  if (isNestedDeeper(text, bodyLevelsMax)) {
    throw invalidBody([whole(`must not be nested deeper than ${bodyLevelsMax} levels`)])
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidBody([whole('must be JSON')])
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidBody([whole('must be a JSON object')])
  }
  return { value: value as Record<string, unknown>, oddities: findOddities(text, exactNumbers) }
}

function findOddities(text: string, exactNumbers: boolean): Oddities {
  const oddities = new Map<string, string>()
  const isFull = () => oddities.size >= errorsMax
  const add = (path: JsonPath, message: string) => {
    const [name, ...below] = path
    oddities.set(below.length === 0 ? String(name) : toPointer(...path), message)
  }
  visitJson(text, {
    onRepeatedKey: (_, pathOf) => {
      if (!isFull()) add(pathOf(), 'must be given only once')
    },
    onLongNumber: (literal, pathOf) => {
      if (exactNumbers && !isFull() && isRounded(literal)) {
        add(pathOf(), 'must be a number that a double holds exactly')
      }
    },
  })
  return oddities
}

/** Parses the fields by their schema, with every error, including unknown names. */
export function parseFields(
  schema: z.ZodObject | null,
  sent: Record<string, unknown>,
  oddities: Oddities = new Map(),
): ReadFields {
  const shape = (schema?.shape ?? {}) as Record<string, z.ZodType>
  const errors: FieldError[] = [...oddities].map(([place, message]) => ({
    in: 'body',
    name: shorten(place),
    message,
  }))
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape)) {
    const given = Object.hasOwn(sent, name)
    const result = field.safeParse(given ? sent[name] : undefined)
    if (result.success) {
      if (result.data !== undefined) values[name] = result.data
      continue
    }
    if (given) errors.push(...toFieldErrors(name, result.error.issues))
    else errors.push({ in: 'body', name, message: 'is required' })
  }
  for (const name in sent) {
    if (errors.length >= errorsMax) break
    if (!Object.hasOwn(shape, name)) errors.push({ in: 'body', name: shorten(name), message: unknownField })
  }
  return { values, errors }
}

/** Returns one error per place: the field itself, or a JSON Pointer inside it. */
function toFieldErrors(field: string, issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors: FieldError[] = []
  const pointerTo = (path: readonly PropertyKey[]) => toPointer(field, ...path.map(String))
  const places = Map.groupBy(issues, ({ path }) => (path.length > 0 ? pointerTo(path) : field))
  for (const [name, found] of places) {
    const { path } = found[0]!
    const here = found.map(issue => ({ ...issue, path: [] }))
    const unknown = here.flatMap(issue => (issue.code === 'unrecognized_keys' ? issue.keys : []))
    const others = here.filter(({ code }) => code !== 'unrecognized_keys')
    if (others.length > 0)
      errors.push({ in: 'body', name, message: toMessage(others), ...acceptedValues(others) })
    for (const key of unknown)
      errors.push({ in: 'body', name: shorten(pointerTo([...path, key])), message: unknownField })
  }
  return errors
}

const unknownField = 'is not a field of this request'

/**
 * Joins the messages. A value of the wrong type gets only that message: a string instead of a list could also be too
 * long for one.
 */
function toMessage(issues: readonly z.core.$ZodIssue[]): string {
  const wrongType = issues.find(({ code, path }) => code === 'invalid_type' && path.length === 0)
  return [...new Set((wrongType ? [wrongType] : issues).map(({ message }) => message))].join('; ')
}

function whole(message: string): FieldError {
  return { in: 'body', name: '', message }
}

function shorten(name: string): string {
  return [...name].slice(0, nameLengthMax).join('').toWellFormed()
}

export function invalidBody(fieldErrors: readonly FieldError[]): Problem {
  const errors = fieldErrors.slice(0, errorsMax)
  const detail = errors.map(({ name, message }) => `${name || 'The body'} ${message}.`).join(' ')
  return new Problem('invalid_body', detail, { errors })
}

/** Adds further errors of a body, except at places that already have one. */
export function withFurther(errors: readonly FieldError[], further: readonly FieldError[]): FieldError[] {
  const places = new Set(errors.map(({ name }) => name))
  return [...errors, ...further.filter(({ name }) => !places.has(name))]
}
