// Generates request bodies from openapi.json and the attacks: valid, almost valid, and unrelated ones, with matching and
// other media types and codings.
import fc from 'fast-check'
import { anyCharacter } from '../kit/any-character.ts'
import type { Operation } from '../kit/app/open-api.ts'
import { attacks, contentCodings, mediaTypes, rawBodies } from './attacks.ts'

/** Valid values by the name of the field. */
type KnownValues = Readonly<Record<string, readonly string[]>>

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly example?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

const wellFormed = (maxLength: number) => fc.string({ unit: anyCharacter, maxLength })
/** Half of it attacks. */
export const text = fc.oneof(fc.constantFrom(...attacks), wellFormed(20))
export interface Sent {
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

export const noBody: Sent = { headers: [], body: null }

export function bodyOf(
  known: KnownValues,
  { requestBody }: Operation,
  validBodies: readonly object[],
): fc.Arbitrary<Sent> {
  const schema = (requestBody?.content['application/json']?.schema ?? {}) as Schema
  const fields = Object.entries(schema.properties ?? {})
  const names = fields.map(([name]) => name)
  const ofSchema = fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, good(known, name, field)])),
    {
      requiredKeys: [...(schema.required ?? [])],
    },
  )
  const right =
    validBodies.length === 0
      ? ofSchema
      : fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...validBodies) },
          { weight: 1, arbitrary: ofSchema },
        )
  const odd = fc.dictionary(fc.oneof(fc.constantFrom(...names, 'id', 'space', 'userId'), text), oddValue, {
    maxKeys: 4,
    noNullPrototype: true,
  })
  const raw = fc
    .tuple(fc.constantFrom(...rawBodies), fc.constantFrom(...names, 'x'))
    .map(([body, name]) => (typeof body === 'string' ? body.replaceAll('NAME', name) : body))
  const body = fc.oneof(
    { weight: validBodies.length > 0 ? 9 : 3, arbitrary: right.map(value => JSON.stringify(value)) },
    {
      weight: 3,
      arbitrary: fc.tuple(right, odd).map(([one, other]) => JSON.stringify({ ...one, ...other })),
    },
    { weight: 2, arbitrary: raw },
    { weight: 1, arbitrary: fc.constant(null) },
  )
  const type = fc.oneof(
    { weight: 5, arbitrary: fc.constant(mediaTypes[0]) },
    { weight: 2, arbitrary: fc.constantFrom(...mediaTypes) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
  const coding = fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...contentCodings) },
  )
  return fc.tuple(body, type, coding).map(([sent, media, coded]) => ({
    body: sent,
    headers: [
      ...(media === null ? [] : [['Content-Type', media] as const]),
      ...(coded === null ? [] : [['Content-Encoding', coded] as const]),
    ],
  }))
}

/** A value that is valid for the document's schema. */
function good(
  known: KnownValues,
  name: string,
  { type, enum: names, items, example }: Schema,
): fc.Arbitrary<unknown> {
  if (names) return fc.constantFrom(...(known[name] ?? names))
  if (items) return fc.array(good(known, name, items), { minLength: 1, maxLength: 3 })
  if (type === 'integer') return fc.integer({ min: 0, max: 100_000 })
  const values = known[name] ?? []
  return fc.oneof(fc.constantFrom(...values, example ?? 'a good password'), wellFormed(40))
}

const oddValue = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    { length: 1, 0: 'x' },
    { __proto__: null },
    [[[]]],
    -0,
    Number.MAX_VALUE,
    'x'.repeat(300),
  ),
)
