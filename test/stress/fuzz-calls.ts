// Generates requests from openapi.json and the attacks: every operation, with its own parameters, headers and fields,
// each of them valid, almost valid, or of another kind.
import fc from 'fast-check'
import { type Operation, openApi } from '../kit/app/open-api.ts'
import { attacks, headerNames } from './attacks.ts'
import { bodyOf, noBody, type Sent, text } from './fuzz-bodies.ts'

export interface Call {
  /** The path in the document; null for an undocumented one. */
  readonly path: string | null
  readonly method: string
  readonly target: string
  /** The caller, by its name in {@link Known.callers}. */
  readonly caller: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Sent['body']
}

/** Existing values to use in requests. */
export interface Known {
  readonly callers: readonly string[]
  /** Valid values by the name of the parameter or field; for an id, by the path segment before it. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** Valid bodies of operations, such as `POST /api/v1/entries`, whose schema does not say enough. */
  readonly bodies?: Readonly<Record<string, readonly object[]>>
}

/** Callers that stay valid until the end. */
const lasting: readonly string[] = ['owner', 'ownerWithKey', 'member']

const encoded = fc
  .tuple(text, fc.boolean())
  .map(([value, encode]) => (encode ? encodeURIComponent(value) : value))

const headerValue = fc.oneof(
  fc.constantFrom(...attacks.map(attack => attack.replaceAll(/[^\x20-\x7e]/g, ''))),
  fc.constantFrom('gzip', 'br;q=0', 'handling=strict', 'same-origin', 'cross-site', '192.0.2.1', 'bytes=0-0'),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter(code => code !== 0x7f)
      .map(code => String.fromCharCode(code)),
  }),
)
const oddHeaders = fc.array(fc.tuple(fc.constantFrom(...headerNames), headerValue), { maxLength: 3 })

/**
 * All documented operations equally often; some with a method that the path does not have, some with an undocumented
 * path.
 */
export function callsOf(known: Known): fc.Arbitrary<Call> {
  const ofDocument = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(known, path, method, operation)),
  )
  return fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...ofDocument) },
    { weight: 1, arbitrary: callOfNoPath(known) },
  )
}

function callOf(known: Known, path: string, method: string, operation: Operation): fc.Arbitrary<Call> {
  const target = fc
    .tuple(fillPath(known, path), query(known, operation))
    .map(([filled, search]) => (search === '' ? filled : `${filled}?${search}`))
  const methods = fc.oneof(
    { weight: 15, arbitrary: fc.constant(method) },
    { weight: 1, arbitrary: fc.constantFrom('get', 'head', 'post', 'put', 'patch', 'delete', 'options') },
  )
  const validBodies = known.bodies?.[`${method.toUpperCase()} ${path}`] ?? []
  return fc
    .tuple(
      methods,
      target,
      caller(known, path, operation),
      oddHeaders,
      bodyOf(known.values, operation, validBodies),
    )
    .map(([by, sent, who, odd, body]) => toCall(path, by, sent, who, odd, body))
}

function callOfNoPath(known: Known): fc.Arbitrary<Call> {
  const target = fc
    .tuple(
      fc.constantFrom('/', '/api/', '/api/v1/', '/assets/', '/docs/', '/api/v1/public/content/'),
      encoded,
    )
    .map(([start, rest]) => start + rest)
  return fc
    .tuple(target, fc.constantFrom(...known.callers), oddHeaders)
    .map(([sent, who, odd]) => toCall(null, 'get', sent, who, odd, noBody))
}

function toCall(
  path: string | null,
  method: string,
  target: string,
  who: string,
  odd: Call['headers'],
  { headers, body }: Sent,
): Call {
  const carries = !['get', 'head'].includes(method)
  return {
    path,
    method: method.toUpperCase(),
    target,
    caller: who,
    headers: carries ? [...headers, ...odd] : odd,
    body: carries ? body : null,
  }
}

/**
 * Mostly an authorized caller: little can be found behind a guard that rejects. Callers that are used until the end
 * never sign out.
 */
function caller({ callers }: Known, path: string, { security }: Operation): fc.Arbitrary<string> {
  const isEnd = path.endsWith('/sign-out')
  const all = fc.constantFrom(...callers.filter(name => !isEnd || !lasting.includes(name)))
  if (isEnd) return all
  const [scheme] = Object.keys(security?.[0] ?? {})
  const fit = scheme === 'apiKey' ? 'key' : 'owner'
  return fc.oneof({ weight: 4, arbitrary: fc.constant(fit) }, { weight: 1, arbitrary: all })
}

function fillPath(known: Known, path: string): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment, at, all) => {
    if (!segment.startsWith('{')) return fc.constant(segment)
    const name = segment === '{id}' ? all[at - 1]! : segment.slice(1, -1)
    const values = valuesOf(known, name).map(encodeURIComponent)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: encoded })
  })
  return fc.tuple(...segments).map(filled => filled.join('/'))
}

function query(known: Known, { parameters = [] }: Operation): fc.Arbitrary<string> {
  const sent = parameters.filter(parameter => parameter.in === 'query')
  const required = sent.filter(parameter => parameter.required)
  const anything = oddQuery(known, sent)
  if (required.length === 0) return anything
  // Without them nothing behind their check is tried.
  const valid = required.map(({ name }) =>
    fc.constantFrom(...(known.values[name] ?? ['1'])).map(value => `${name}=${value}`),
  )
  return fc.oneof(
    fc.tuple(...valid).map(all => all.join('&')),
    anything,
  )
}

function oddQuery(known: Known, parameters: readonly { readonly name: string }[]): fc.Arbitrary<string> {
  const names = parameters.map(({ name }) => name)
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...names, '_method', 'x') },
    { weight: 1, arbitrary: encoded },
  )
  const one = name.chain(chosen => {
    const values = (Object.hasOwn(known.values, chosen) && known.values[chosen]) || ['1']
    return fc
      .oneof({ weight: 2, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: encoded })
      .map(value => `${chosen}=${value}`)
  })
  return fc.array(one, { maxLength: 4 }).map(all => all.join('&'))
}

function valuesOf({ values }: Known, name: string): readonly string[] {
  const found = values[name]
  if (!found) throw new Error(`There is nothing known of the parameter ${name}: add it to the stage.`)
  return found
}
