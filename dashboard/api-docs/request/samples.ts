// Converts the values of a form to a request: its URL, and code for curl, fetch and the typed client. No React here.
import { quote, toKey } from '../../../client/src/codegen/type-names.ts'
import { acceptsKey, type Endpoint, isContent, type Parameter } from '../document.ts'

/** The typed values: parameters by place and name, and the body. Empty values are not sent. */
export interface Typed {
  readonly parameters: Readonly<Record<string, string>>
  readonly body: string
}

export const idOf = ({ in: place, name }: Parameter): string => `${place}.${name}`

/** Returns the parameters that a form asks for. Headers are excluded, because they only control caching and strictness. */
export function listFields({ parameters = [] }: Endpoint): readonly Parameter[] {
  return parameters.filter(parameter => parameter.in !== 'header')
}

/** Checks whether the parameter takes filter conditions, which the user types in URL syntax. */
export const isConditions = ({ style }: Parameter): boolean => style === 'deepObject'

/** Returns a path that starts with `/api/`. Placeholders stay where nothing was typed. */
export function toPath(endpoint: Endpoint, { parameters }: Typed): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const text = parameters[`path.${name}`] ?? ''
    return text === '' ? whole : encodeURIComponent(text)
  })
  const query = listFields(endpoint)
    .filter(parameter => parameter.in === 'query' && (parameters[idOf(parameter)] ?? '') !== '')
    .map(parameter => {
      const text = parameters[idOf(parameter)]!
      return isConditions(parameter) ? encodeConditions(text) : `${parameter.name}=${encodeValue(text)}`
    })
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

const encodeValue = (text: string) =>
  encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll("'", '%27')

/** Encodes conditions such as `filter[price][gte]=5&filter[inPrint]=true` for a URL. */
function encodeConditions(text: string): string {
  return text
    .replace(/^[?&]+/, '')
    .split('&')
    .map(piece => {
      const at = piece.indexOf('=')
      const name = at < 0 ? piece : piece.slice(0, at)
      return `${encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']')}=${encodeValue(at < 0 ? '' : piece.slice(at + 1))}`
    })
    .join('&')
}

/** Returns the names of required parameters without a value. */
export function listMissing(endpoint: Endpoint, { parameters }: Typed): readonly string[] {
  return listFields(endpoint)
    .filter(parameter => parameter.required && (parameters[idOf(parameter)] ?? '').trim() === '')
    .map(({ name }) => name)
}

export function hasJsonBody({ requestBody }: Endpoint): boolean {
  return requestBody?.content['application/json'] !== undefined
}

interface SampleParts {
  readonly origin: string
  readonly endpoint: Endpoint
  readonly typed: Typed
}

export function toCurlSample({ origin, endpoint, typed }: SampleParts): string {
  const url = `${origin}${toPath(endpoint, typed)}`
  const { method } = endpoint
  const lines = [
    `curl ${/[[\]{}]/.test(url) ? '-g ' : ''}${method === 'GET' ? '' : `-X ${method} `}${inShell(url)}`,
    ...(acceptsKey(endpoint)
      ? ['-H "Authorization: Bearer $FRONTLIST_KEY"']
      : sessionLines(endpoint, origin)),
    ...(hasJsonBody(endpoint) ? ["-H 'Content-Type: application/json'", `-d ${inShell(typed.body)}`] : []),
    ...(isFile(endpoint) ? ['--data-binary @FILE'] : []),
  ]
  return lines.join(' \\\n  ')
}

/** The option for the session cookie. Writes also send the `Origin` header. */
function sessionLines(endpoint: Endpoint, origin: string): string[] {
  const from = endpoint.method === 'GET' ? [] : [`-H ${inShell(`Origin: ${origin}`)}`]
  return [...(endpoint.security?.length ? ['-b cookies.txt'] : []), ...from]
}

const isFile = ({ requestBody }: Endpoint) => requestBody?.content['application/octet-stream'] !== undefined
const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

export function toFetchSample({ origin, endpoint, typed }: SampleParts): string {
  const url = acceptsKey(endpoint) ? `${origin}${toPath(endpoint, typed)}` : toPath(endpoint, typed)
  const headers = [
    ...(acceptsKey(endpoint) ? [`Authorization: \`Bearer \${process.env.FRONTLIST_KEY}\``] : []),
    ...(hasJsonBody(endpoint) ? ["'Content-Type': 'application/json'"] : []),
  ]
  const options = [
    ...(endpoint.method === 'GET' ? [] : [`method: ${quote(endpoint.method)}`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(hasJsonBody(endpoint) ? [`body: JSON.stringify(${indent(typed.body)})`] : []),
    ...(isFile(endpoint) ? ['body: file'] : []),
  ]
  const call =
    options.length === 0 ? quote(url) : `${quote(url)}, {\n${options.map(line => `  ${line},\n`).join('')}}`
  return `const response = await fetch(${call})
const body = await response.json()
if (!response.ok) throw new Error(body.detail)
console.log(body)`
}

const indent = (text: string) => text.trim().replaceAll('\n', '\n  ')

/** Returns null if the typed client cannot send the request: it only reads content. */
export function toClientSample({ origin, endpoint, typed }: SampleParts): string | null {
  if (!isContent(endpoint)) return null
  const textOf = (name: string) => typed.parameters[`path.${name}`] || name
  const options = listFields(endpoint).flatMap(parameter => {
    const text = typed.parameters[idOf(parameter)] ?? ''
    return parameter.in === 'path' || text === '' ? [] : toOption(parameter, text)
  })
  const places = endpoint.path.includes('{slug}') ? ['collection', 'slug'] : ['collection']
  const last = options.length === 0 ? [] : [`{ ${options.join(', ')} }`]
  const call = [...places.map(name => quote(textOf(name))), ...last].join(', ')
  return `import { createClient } from '@frontlist/client'

const client = createClient({ url: ${quote(origin)}, key: process.env.FRONTLIST_KEY! })

const ${places.length === 2 ? 'entry = await client.get' : 'page = await client.list'}(${call})`
}

const lists: ReadonlySet<string> = new Set(['variants', 'fields', 'sort'])

function toOption(parameter: Parameter, text: string): string[] {
  const { name, schema } = parameter
  if (isConditions(parameter)) return toConditions(name, text)
  if (schema.type === 'integer') return [`${name}: ${/^\d+$/.test(text) ? text : quote(text)}`]
  if (!lists.has(name)) return [`${name}: ${quote(text)}`]
  const names = text.split(',').map(each => each.trim())
  return [`${name}: [${names.map(quote).join(', ')}]`]
}

/** Converts `filter[price][gte]=5` to `filter: { price: { gte: 5 } }`. */
function toConditions(name: string, text: string): string[] {
  const byPath = new Map<string, string[]>()
  for (const [key, value] of new URLSearchParams(text.replace(/^[?&]+/, ''))) {
    const [, path = '', operator = 'eq'] = /^[^[]*\[([^\]]*)\](?:\[([^\]]*)\])?$/.exec(key) ?? []
    const written = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(value) ? value : quote(value)
    byPath.set(path, [...(byPath.get(path) ?? []), `${operator}: ${written}`])
  }
  const all = [...byPath].map(([path, tests]) => `${toKey(path)}: { ${tests.join(', ')} }`).join(', ')
  return [name === 'any' ? `any: [{ ${all} }]` : `${name}: { ${all} }`]
}
