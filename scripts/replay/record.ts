// Starts the server of a checkout on an empty database, sends it each request twice, one after another, and records
// the responses. Ids, times, secrets and ports differ between runs and are replaced. URLs of files contain the id of the
// space, so ETags and compressed bytes differ, too: an ETag is recorded as a number, in order of appearance, and a
// compressed body as its text.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { currentVersionPattern } from './authoring-requests.ts'
import type { Caller, ReplayRequest } from './replay-request.ts'

export interface RecordedResponse {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
}

const password = 'correct horse battery'
const unsteadyHeaders = new Set([
  'date',
  'x-request-id',
  'server-timing',
  'content-security-policy',
  'set-cookie',
])
const unsteady: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID'],
  [/flst_[0-9A-Za-z]+/g, 'KEY'],
  [/http:\/\/(localhost|127\.0\.0\.1):\d+/g, 'ORIGIN'],
  [/"(id|userId|createdBy)":"[0-9A-Za-z]{20}"/g, '"$1":"ID"'],
  [/"(at|\w+At)":"2\d{3}-[^"]*"/g, '"$1":"TIME"'],
  [/"key":"[0-9A-Za-z]{20}"/g, '"key":"ID"'],
  [/\/assets\/[0-9A-Za-z]{20}\//g, '/assets/SPACE/'],
]
const decompress: { readonly [encoding: string]: (bytes: Buffer) => Buffer } = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}

export async function record(
  folder: string,
  databaseUrl: string | null,
  requests: readonly ReplayRequest[],
): Promise<readonly RecordedResponse[]> {
  const data = mkdtempSync(join(tmpdir(), 'frontlist-replay-'))
  const environment = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: databaseUrl ?? `sqlite:${join(data, 'data/frontlist.db')}`,
    ASSETS_STORE: `file:${join(data, 'assets')}`,
    FRONTLIST_SECRET: 'a secret of a replay, long enough to be one',
    PORT: '0',
  }
  const start = (args: readonly string[], stdin = '') =>
    Bun.spawn(
      [process.execPath, '--max-http-header-size=65536', join(folder, 'src/main.ts'), ...args, '--json'],
      {
        cwd: folder,
        env: environment,
        stdin: new Blob([stdin]),
        stdout: 'pipe',
        stderr: 'inherit',
      },
    )
  const run = async <Value>(args: readonly string[], stdin?: string): Promise<Value> => {
    const child = start(args, stdin)
    const text = await new Response(child.stdout).text()
    if ((await child.exited) !== 0) throw new Error(`${args.join(' ')} failed: ${text}`)
    return JSON.parse(text) as Value
  }
  const server = start(['serve', '--demo'])
  process.once('exit', () => server.kill('SIGKILL'))
  try {
    const { url } = await firstLine<{ url: string }>(server.stdout)
    const file = join(data, 'other.ndjson')
    writeFileSync(file, otherSpace())
    await run(['spaces', 'create', 'other'])
    await run(['import', file, '--space', 'other'])
    const keyOf = async (space: string, scope: string) =>
      (await run<{ key: string }>(['keys', 'create', '--space', space, '--name', 'replay', '--scope', scope]))
        .key
    const keys = {
      key: await keyOf('demo', 'content.read'),
      schemaKey: await keyOf('demo', 'schema.read'),
      otherKey: await keyOf('other', 'content.read'),
    }
    const credentials: Record<Caller, Record<string, string>> = {
      none: {},
      key: {},
      schemaKey: {},
      otherKey: {},
      owner: {},
      admin: {},
      member: {},
    }
    for (const [caller, key] of Object.entries(keys))
      credentials[caller as Caller] = { Authorization: `Bearer ${key}` }
    for (const role of ['owner', 'admin', 'member'] as const) {
      const email = `${role}@example.com`
      await run(
        ['users', 'create', '--email', email, '--space', 'demo', '--role', role, '--password-stdin'],
        `${password}\n`,
      )
      const response = await fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: url },
        body: JSON.stringify({ email, password }),
      })
      credentials[role] = { Cookie: response.headers.getSetCookie()[0]!.split(';')[0]! }
    }
    const responses: RecordedResponse[] = []
    const etags = new Map<string, number>()
    const versions = new Map<string, number>()
    const withVersions = (template: string) =>
      template.replace(currentVersionPattern, (_, id: string) => `${versions.get(id) ?? 1}`)
    for (const { method, path, caller, headers, body: template } of requests) {
      const target = url + withVersions(path)
      const body = template === undefined ? undefined : withVersions(template)
      const sent = {
        method,
        headers: { 'Accept-Encoding': 'identity', ...credentials[caller], ...headers },
        ...(body !== undefined && { body }),
      }
      // Built the first time, a cache hit the second time.
      for (let time = 0; time < 2; time++) {
        const response = await fetch(target, {
          ...sent,
          redirect: 'manual',
          decompress: false,
        } as RequestInit)
        noteVersions(await response.clone().text(), versions)
        responses.push(await toRecorded(response, etags))
      }
    }
    return responses
  } finally {
    server.kill('SIGTERM')
    await server.exited
    rmSync(data, { recursive: true, force: true })
  }
}

/** Remembers the versions of entries and models that a response names, for the bodies of later requests. */
function noteVersions(body: string, versions: Map<string, number>): void {
  const found = /^\{"doc":\{"(?:id|apiName)":"([\w-]+)".*?"(?:draftVersion|modelVersion)":(\d+)/.exec(body)
  if (found !== null) versions.set(found[1]!, Number(found[2]))
}

async function toRecorded(response: Response, etags: Map<string, number>): Promise<RecordedResponse> {
  const sent = Buffer.from(await response.arrayBuffer())
  const contentType = response.headers.get('Content-Type') ?? ''
  const encoding = response.headers.get('Content-Encoding')
  const bytes = encoding !== null && sent.length > 0 ? decompress[encoding]!(sent) : sent
  const isPage = contentType.includes('html')
  const isText = /json|text|xml/.test(contentType)
  const isSteady = encoding === null && !isPage && response.headers.has('ETag')
  const headers = [...response.headers]
    .filter(([name]) => !unsteadyHeaders.has(name) && (name !== 'content-length' || isSteady))
    .map(([name, value]) => steady(`${name}: ${name === 'etag' ? numberOf(value, etags) : value}`))
    .sort()
  return {
    status: response.status,
    headers,
    body: isPage ? 'a page' : isText ? steady(bytes.toString()) : Bun.hash(bytes).toString(16),
  }
}

/** Returns the form of an ETag, with the number of its content instead of the hash. */
function numberOf(etag: string, etags: Map<string, number>): string {
  const [, before, hash = '', after] = /^(W\/"|")([\w-]{22})(.*)$/.exec(etag) ?? []
  if (hash === '') return etag
  const number = etags.get(hash) ?? etags.size + 1
  etags.set(hash, number)
  return `${before}${number}${after}`
}

function steady(text: string): string {
  return unsteady.reduce((shown, [pattern, word]) => shown.replaceAll(pattern, word), text)
}

async function firstLine<Value>(stream: ReadableStream<Uint8Array>): Promise<Value> {
  let text = ''
  for await (const chunk of stream) {
    text += Buffer.from(chunk).toString()
    if (text.includes('\n')) return JSON.parse(text.slice(0, text.indexOf('\n'))) as Value
  }
  throw new Error(`The server ended before it was ready: ${text}`)
}

/** A space with unusual slugs, drafts, unresolved references, and variants. */
function otherSpace(): string {
  const fields = [
    { apiName: 'title', type: 'text' },
    { apiName: 'next', type: 'reference', to: ['books'], many: true },
    { apiName: 'body', type: 'json' },
  ]
  const slugs = ['a/b', 'tide-tables', '€', 'draft', 'plain', '%2F', 'UPPER', 'x y']
  const entries = slugs.map((slug, index) => ({
    type: 'entry',
    collection: 'books',
    id: `e${index}`,
    slug,
    publishedAt: `2026-01-0${1 + (index % 3)}T00:00:00.000Z`,
    data: { title: `Draft ${slug}`, next: [], body: null },
    ...(slug !== 'draft' && {
      liveData: {
        title: slug,
        next: slugs.map((_, at) => ({ id: `e${at}` })),
        body: { 'e\u0301': [1e21, -0.5, 'line\u2028'] },
      },
      variants: { members: { title: `For members: ${slug}` } },
    }),
  }))
  const collection = { type: 'collection', apiName: 'books', name: 'Books', fields }
  return [collection, ...entries].map(line => `${JSON.stringify(line)}\n`).join('')
}
