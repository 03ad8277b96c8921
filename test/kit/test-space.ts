// A space of a test's own: a real database of the engine that is tested, content through the real import, a key, and
// the app.
import { createSpace } from '../../src/accounts/spaces.service.ts'
import { type App, createApp } from '../../src/app.ts'
import { type RandomBytes, type SpaceId, systemRandom } from '../../src/base/ids.ts'
import type { Budget } from '../../src/content/response-budget.ts'
import type { Database, Reads } from '../../src/database/database.ts'
import { createLogger } from '../../src/http/log.ts'
import { ndjsonSource } from '../../src/import-export/formats/ndjson.ts'
import {
  type ImportOptions,
  type ImportReport,
  importContent,
} from '../../src/import-export/import.service.ts'
import type { ImportRecord } from '../../src/import-export/records.ts'
import { createKeyUsage, type KeyUsage } from '../../src/keys/key-usage.ts'
import { newKeySchema } from '../../src/keys/keys.schema.ts'
import { createKey } from '../../src/keys/keys.service.ts'
import { openTestDatabase, readEverything } from './test-databases.ts'

/** In every draft of a test that wants it, and never in an answer: each answer of {@link TestSpace.get} is searched. */
export const draftCanary = 'canary-draft-7f3a'

export interface TestSpaceOptions {
  readonly records?: readonly ImportRecord[]
  readonly perPageMax?: number
  readonly rateLimit?: number
  /** Of answers that are kept; 0 where a test looks at what an answer asks of the database. */
  readonly cacheBytes?: number
  readonly budget?: Budget
  /** What ids and secrets are made of; two spaces with equal ones are told apart by nothing. */
  readonly random?: RandomBytes
}

export interface TestSpace {
  readonly app: App
  readonly database: Database
  /** Of the database, for a further handle on it: {@link openUrl}. */
  readonly url: string
  /** All rows of all spaces, which {@link database} shows of one space at a time where the engine can. */
  readonly everything: Reads
  readonly space: SpaceId
  /** A key with `content.read` and `schema.read`. */
  readonly key: string
  /** The test's clock, in milliseconds; move it by setting it. */
  readonly time: { now: number }
  readonly random: RandomBytes
  readonly usage: KeyUsage
  /** SQL of each statement since the array was last emptied, with `?` for each parameter. */
  readonly statements: string[]
  /** A GET with the key; `path` begins after `/api/v1/public`. Fails the test where the answer holds a canary. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** The same for a path of its own choice and any method, without a key unless `headers` has one. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** By this handle on the database, or another one as if another process did it. */
  import(
    records: readonly ImportRecord[],
    options?: Partial<ImportOptions> & { readonly database?: Database },
  ): Promise<ImportReport>
  makeKey(wanted?: {
    scopes?: readonly string[]
    expiresAt?: string | null
  }): Promise<{ id: string; key: string }>
}

export const testStart = Date.parse('2026-06-01T00:00:00.000Z')

export function toNdjson(records: readonly object[]): string {
  return records.map(record => `${JSON.stringify(record)}\n`).join('')
}

export async function createTestSpace(options: TestSpaceOptions = {}): Promise<TestSpace> {
  const statements: string[] = []
  const { database, url } = await openTestDatabase({
    onStatement: sql => {
      if (!isWatch(sql)) statements.push(withoutNumbers(sql))
    },
  })
  return createSpaceIn({ database, url, statements }, 'main', options)
}

/** How a node asks for newer versions, each second and before a request that must know: no request's own. */
const isWatch = (sql: string) => sql.includes('pg_current_wal_insert_lsn')

/** PostgreSQL numbers its parameters. */
const withoutNumbers = (sql: string) => sql.replaceAll(/\$\d+/g, '?')

/** A further space in the same database. */
export function createNeighbour(
  of: TestSpace,
  slug: string,
  options: TestSpaceOptions = {},
): Promise<TestSpace> {
  return createSpaceIn(of, slug, options)
}

export async function createSpaceIn(
  { database, url, statements }: Pick<TestSpace, 'database' | 'url' | 'statements'>,
  slug: string,
  {
    records,
    perPageMax = 1000,
    rateLimit = 0,
    cacheBytes = 4_000_000,
    budget,
    random = systemRandom,
  }: TestSpaceOptions,
): Promise<TestSpace> {
  const time = { now: testStart }
  const parts = { clock: () => time.now, random }
  const { id: space } = await database.transaction(writes => createSpace(writes, parts, { slug, name: slug }))
  let requests = 0
  const usage = createKeyUsage(database)
  const app = createApp({
    database,
    clock: parts.clock,
    random,
    secret: 'a secret of tests, long enough to be one',
    usage,
    addressOf: request => request.headers.get('X-Test-Address') ?? '127.0.0.1',
    dashboard: null,
    logger: createLogger('silent'),
    newRequestId: () => `request-${++requests}`,
    perPageMax,
    rateLimit,
    cacheBytes,
    publicUrl: null,
    isClosing: () => false,
    ...(budget && { budget }),
  })
  const makeKey: TestSpace['makeKey'] = async ({
    scopes = ['content.read', 'schema.read'],
    expiresAt,
  } = {}) => {
    const fields = newKeySchema(parts.clock).parse({ name: 'test', scopes, expiresAt })
    const wanted = { ...fields, createdBy: 'test' }
    const { doc, key } = await database.transaction(writes => createKey(writes, parts, space, wanted))
    return { id: doc.id, key }
  }
  const { key } = await makeKey()
  const request: TestSpace['request'] = async (path, init) => {
    const response = await app.request(`http://localhost${path}`, init)
    const body = Buffer.from(await response.clone().arrayBuffer())
    if (body.includes(draftCanary)) throw new Error(`A draft leaked into the answer of ${path}.`)
    return response
  }
  const testSpace: TestSpace = {
    app,
    database,
    url,
    everything: readEverything(database, url),
    space,
    key,
    usage,
    time,
    random,
    statements,
    request,
    get: (path, headers) =>
      request(`/api/v1/public${path}`, { headers: { Authorization: `Bearer ${key}`, ...headers } }),
    import: (wanted, { database: by = database, ...importOptions } = {}) =>
      importContent(by, space, ndjsonSource(new Blob([toNdjson(wanted)])), {
        clock: parts.clock,
        prune: false,
        dryRun: false,
        onProgress: () => {},
        ...importOptions,
      }),
    makeKey,
  }
  if (records) await testSpace.import(records)
  return testSpace
}
