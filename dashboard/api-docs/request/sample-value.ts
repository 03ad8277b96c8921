// Generates example values from schemas, for the initial body of a form and for example responses. No React here.
import { nameOf, type OpenApiDocument, resolve, type Schema } from '../document.ts'

/** The maximum nesting depth, which ends recursive schemas. */
const depthMax = 6

export function toSample(
  document: OpenApiDocument,
  schema: Schema,
  onlyRequired = false,
  seen: readonly string[] = [],
): unknown {
  const name = nameOf(schema)
  if (name !== null && seen.includes(name)) return {}
  const within = name === null ? seen : [...seen, name]
  const { example, default: absent, const: only, enum: allowed, ...rest } = resolve(document, schema)
  const given = [example, only, absent, allowed?.[0]].find(value => value !== undefined)
  if (given !== undefined) return given
  const choice = rest.oneOf?.[0] ?? rest.anyOf?.[0]
  if (choice !== undefined) return toSample(document, choice, onlyRequired, within)
  if (rest.allOf !== undefined)
    return Object.assign({}, ...rest.allOf.map(part => toSample(document, part, onlyRequired, within)))
  const type = Array.isArray(rest.type) ? rest.type[0] : rest.type
  if (type === 'object' || rest.properties !== undefined) {
    if (within.length > depthMax) return {}
    const wanted = Object.entries(rest.properties ?? {}).filter(
      ([property]) => !onlyRequired || rest.required?.includes(property),
    )
    return Object.fromEntries(
      wanted.map(([property, of]) => [property, toSample(document, of, onlyRequired, within)]),
    )
  }
  if (type === 'array')
    return rest.items === undefined ? [] : [toSample(document, rest.items, onlyRequired, within)]
  if (type === 'integer' || type === 'number') return rest.minimum ?? 0
  if (type === 'boolean') return true
  if (type === 'null') return null
  return rest.format === 'date-time' ? '2026-03-04T09:00:00.000Z' : 'text'
}
