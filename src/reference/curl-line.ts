// A `curl` line for an operation, ready to paste: every value is quoted for the shell, secrets are shell variables.
import type { Json } from '../base/model.ts'
import { exampleFor, givenExample } from './example-of.ts'
import type { OpenApiDocument, Parameter, RequestBody, SecurityScheme } from './open-api-shape.ts'
import type { OperationEntry } from './operations.ts'
import { follow } from './references.ts'
import { factsOf } from './schema-facts.ts'

/** `required` leaves out what only has an example: the shortest request that works. */
export type ShownParameters = 'required' | 'with examples'

export function curlLine(
  document: OpenApiDocument,
  { parameters, ...rest }: OperationEntry,
  baseUrl: string,
  shown: ShownParameters = 'with examples',
): string {
  const entry = { ...rest, parameters: parameters.filter(each => isShown(document, each, shown)) }
  const secrets = secretsOf(document, entry)
  const address = quote(`${baseUrl}${pathOf(document, entry)}${queryOf(document, entry)}`)
  const query = secrets.query === null ? '' : `${address.includes('?') ? '&' : '?'}${secrets.query}`
  const words = [
    `curl ${methodFlag(entry.method)}${address}${query === '' ? '' : doubleQuote(query)}`,
    ...secrets.flags,
    ...headersOf(document, entry, baseUrl),
    ...bodyOf(document, entry),
  ]
  return words.join(' \\\n  ')
}

function methodFlag(method: string): string {
  if (method === 'get') return ''
  return method === 'head' ? '--head ' : `--request ${method.toUpperCase()} `
}

function pathOf(document: OpenApiDocument, entry: OperationEntry): string {
  return entry.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = entry.parameters.find(each => each.in === 'path' && each.name === name)
    return encodeURIComponent(parameter === undefined ? name : parameterValue(document, parameter))
  })
}

/** Optional ones without an example have a default and would only be noise. */
function isShown(document: OpenApiDocument, parameter: Parameter, shown: ShownParameters): boolean {
  if (parameter.required === true) return true
  return shown === 'with examples' && givenExample(document, parameter) !== undefined
}

function queryOf(document: OpenApiDocument, entry: OperationEntry): string {
  const pairs = entry.parameters
    .filter(parameter => parameter.in === 'query')
    .map(each => `${encodeURIComponent(each.name)}=${queryText(parameterValue(document, each))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Commas and colons are allowed in a query as they are, and lists read better with them. */
function queryText(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')
}

function headersOf(document: OpenApiDocument, entry: OperationEntry, baseUrl: string): readonly string[] {
  return entry.parameters
    .filter(parameter => parameter.in === 'header')
    .map(
      each =>
        `--header ${quote(`${each.name}: ${parameterValue(document, each).replaceAll('{base_url}', baseUrl)}`)}`,
    )
}

function bodyOf(document: OpenApiDocument, entry: OperationEntry): readonly string[] {
  const { requestBody } = entry.operation
  const body = requestBody && follow<RequestBody>(document, requestBody)?.value
  const [type, media] = Object.entries(body?.content ?? {})[0] ?? []
  if (type === undefined || media === undefined) return []
  const example = exampleFor(document, media) ?? {}
  const text = typeof example === 'string' ? example : JSON.stringify(example)
  return [`--header ${quote(`Content-Type: ${type}`)}`, `--data ${quote(text)}`]
}

function parameterValue(document: OpenApiDocument, parameter: Parameter): string {
  const given = givenExample(document, parameter)
  if (given !== undefined) return text(given)
  const facts = parameter.schema === undefined ? null : factsOf(document, parameter.schema)
  // A plain string without an example says more with its own name than with "string".
  if (facts === null || (facts.types[0] === 'string' && facts.schema.format === undefined)) {
    return text(facts?.schema.default ?? facts?.schema.enum?.[0] ?? parameter.name)
  }
  return text(exampleFor(document, parameter) ?? parameter.name)
}

function text(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface Secrets {
  readonly flags: readonly string[]
  readonly query: string | null
}

/** The first way in that the operation names is the one shown. */
function secretsOf(document: OpenApiDocument, entry: OperationEntry): Secrets {
  const flags: string[] = []
  let query: string | null = null
  for (const name of Object.keys(entry.security[0] ?? {})) {
    const given = document.components?.securitySchemes?.[name]
    const scheme = given && follow<SecurityScheme>(document, given)?.value
    if (scheme?.type === 'apiKey' && scheme.in === 'query') query = `${scheme.name}=$API_KEY`
    else if (scheme) flags.push(secretFlag(scheme))
  }
  return { flags, query }
}

function secretFlag(scheme: SecurityScheme): string {
  if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic') return '--user "$USER:$PASSWORD"'
  if (scheme.type === 'http') return '--header "Authorization: Bearer $API_KEY"'
  if (scheme.type !== 'apiKey') return '--header "Authorization: Bearer $ACCESS_TOKEN"'
  if (scheme.in === 'cookie') return `--cookie ${doubleQuote(`${scheme.name}=$SESSION`)}`
  return `--header ${doubleQuote(`${scheme.name}: $API_KEY`)}`
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/** Double quotes, so that the one variable at the end is filled in; all before it is literal. */
function doubleQuote(word: string): string {
  const split = word.lastIndexOf('$')
  return `"${word.slice(0, split).replaceAll(/["$`\\]/g, '\\$&')}${word.slice(split)}"`
}
