// Parses the arguments of `frontlist-types` and checks them before anything is read or written.
import { parseArgs } from 'node:util'

/** Wrong usage, which ends the command with exit code 2. */
export class UsageError extends Error {}

export const help = `frontlist-types (--url URL | --schema FILE) [--out FILE] [--watch | --check] [OPTIONS]

Generates TypeScript types from the model of a Frontlist space. The API key is read from FRONTLIST_KEY and needs the
scope schema.read.

  --url URL          The server, such as https://content.example.com.
  --schema FILE      The JSON of GET /api/v1/public/schema, instead of a server and a key.
  --out FILE         Where the types are written; otherwise to standard output.
  --watch            Keeps asking for the model, and writes the file when it changes.
  --interval N       Every how many seconds --watch asks; 2 by default.
  --check            Writes nothing; exits with 1 if the file differs from the model.
  --trust-rules      Narrows types by the rules required and options, for spaces whose live entries all obey them.
  --json-type COLLECTION.FIELD=MODULE#TYPE
                     The type of a JSON field, such as books.formats=./types.ts#Formats. Can be repeated.
  --help             Shows this help.`

export interface Arguments {
  readonly source: { readonly url: URL; readonly key: string } | { readonly schemaFile: string }
  readonly out: string | null
  readonly mode: 'write' | 'check' | 'watch'
  readonly intervalMs: number
  readonly trustRules: boolean
  readonly jsonTypes: Readonly<Record<string, string>>
}

const options = {
  url: { type: 'string' },
  schema: { type: 'string' },
  out: { type: 'string' },
  watch: { type: 'boolean' },
  check: { type: 'boolean' },
  interval: { type: 'string' },
  'trust-rules': { type: 'boolean' },
  'json-type': { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const

const intervalDefaultSeconds = 2
const intervalMaxSeconds = 3600

/** Parses the arguments. Returns null if help is requested. Throws a UsageError that describes the mistake. */
export function readArguments(args: readonly string[], key: string | undefined): Arguments | null {
  const { values, tokens } = parse(args)
  if (values.help) return null
  refuseRepeated(tokens)
  const { url, schema, out = null, watch = false, check = false } = values
  if (out === '') throw new UsageError('--out must name a file.')
  if (watch && check) throw new UsageError('--watch and --check cannot be together.')
  if ((watch || check) && out === null) throw new UsageError(`--${watch ? 'watch' : 'check'} needs --out.`)
  if (watch && schema !== undefined) throw new UsageError('--watch needs a server: give --url, not --schema.')
  if (values.interval !== undefined && !watch) throw new UsageError('--interval belongs to --watch.')
  return {
    source: readSource(url, schema, key),
    out,
    mode: watch ? 'watch' : check ? 'check' : 'write',
    intervalMs: readInterval(values.interval) * 1000,
    trustRules: values['trust-rules'] ?? false,
    jsonTypes: readJsonTypes(values['json-type'] ?? []),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false, tokens: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Throws if an option is repeated, because `parseArgs` would silently use the last value. */
function refuseRepeated(tokens: ReturnType<typeof parse>['tokens']): void {
  const names = tokens.flatMap(token =>
    token.kind === 'option' && token.value !== undefined && token.name !== 'json-type' ? [token.name] : [],
  )
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given twice and takes one value.`)
}

function readSource(url: string | undefined, schema: string | undefined, key: string | undefined) {
  if (schema !== undefined && url !== undefined) {
    throw new UsageError('--url and --schema cannot be together.')
  }
  if (schema !== undefined) return { schemaFile: schema }
  if (url === undefined) throw new UsageError('Give --url or --schema.')
  if (!key) throw new UsageError('Set FRONTLIST_KEY to an API key with the scope schema.read.')
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('FRONTLIST_KEY is no API key.')
  return { url: readUrl(url), key }
}

/** Parses the address of a server, which may have a path prefix. */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (!isPlain) {
    throw new UsageError('--url must be an http or https address without credentials, query and hash.')
  }
  return url
}

function readInterval(text: string | undefined): number {
  if (text === undefined) return intervalDefaultSeconds
  const seconds = Number(text)
  if (/^[1-9][0-9]*$/.test(text) && seconds <= intervalMaxSeconds) return seconds
  throw new UsageError(`--interval must be a number of seconds from 1 to ${intervalMaxSeconds}.`)
}

function readJsonTypes(texts: readonly string[]): Record<string, string> {
  const pairs = texts.map((text): [string, string] => {
    const [, path, target] = /^([^=]+)=(.+#[A-Za-z_$][\w$]*)$/.exec(text) ?? []
    if (path === undefined || target === undefined) {
      throw new UsageError('--json-type must be COLLECTION.FIELD=MODULE#TYPE.')
    }
    return [path, target]
  })
  const paths = pairs.map(([path]) => path)
  const repeated = paths.find((path, index) => paths.indexOf(path) !== index)
  if (repeated !== undefined) throw new UsageError(`--json-type names ${repeated} twice.`)
  return Object.fromEntries(pairs)
}
