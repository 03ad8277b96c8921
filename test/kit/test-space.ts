// A space for one test: a real database on the tested engine, content through the real import, a key, and the app.
import { createSpace } from '../../src/accounts/spaces.service.ts'
import { type App, createApp } from '../../src/app.ts'
import type { FileSettings } from '../../src/assets/assets.ts'
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
import { testFiles } from './files.ts'
import { openTestDatabase, readEverything } from './test-databases.ts'

/**
 * In every draft of a test that wants it, and never in a response: each response of {@link TestSpace.get} is
 * searched.
 */
export const draftCanary = 'canary-draft-7f3a'

export interface TestSpaceOptions {
  readonly records?: readonly ImportRecord[]
  readonly perPageMax?: number
  readonly rateLimit?: number
  /** The size of the response cache; 0 if a test counts a response's database statements. */
  readonly cacheBytes?: number
  readonly budget?: Budget
  /** The origin of the addresses of files; without it they are paths. */
  readonly assetsUrl?: string
  /** The seed of ids and secrets; two spaces with equal seeds are identical. */
  readonly random?: RandomBytes
}

export interface TestSpace {
  readonly app: App
  readonly database: Database
  /** The database's URL, for another handle: {@link openUrl}. */
  readonly url: string
  /** All rows of all spaces; {@link database} shows one space at a time if the engine supports it. */
  readonly everything: Reads
  readonly space: SpaceId
  /** A key with `content.read` and `schema.read`. */
  readonly key: string
  /** The test's clock, in milliseconds; assign it to move the time. */
  readonly time: { now: number }
  readonly random: RandomBytes
  readonly usage: KeyUsage
  /** Where its app stores files. */
  readonly files: FileSettings
  /** SQL of each statement since the array was last emptied, with `?` for each parameter. */
  readonly statements: string[]
  /** A GET with the key; `path` begins after `/api/v1/public`. Fails the test if the response contains a canary. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** The same for any path and method, without a key unless `headers` has one. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Through this database handle, or through another one as if by another process. */
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

/**
 * A node's polls for newer versions, each second and before a request that must be current: not part of any request.
 */
const isWatch = (sql: string) => sql.includes('pg_current_wal_insert_lsn')

/** PostgreSQL numbers its parameters. */
export const withoutNumbers = (sql: string) => sql.replaceAll(/\$\d+/g, '?')

/** Another space in the same database. */
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
    assetsUrl,
    random = systemRandom,
  }: TestSpaceOptions,
): Promise<TestSpace> {
  const time = { now: testStart }
  const parts = { clock: () => time.now, random }
  const { id: space } = await database.transaction(writes => createSpace(writes, parts, { slug, name: slug }))
  let requests = 0
  const files = testFiles()
  const usage = createKeyUsage(database)
  const app = createApp({
    database,
    clock: parts.clock,
    random,
    secret: 'a secret of tests, long enough to be one',
    usage,
    addressOf: request => request.headers.get('X-Test-Address') ?? '127.0.0.1',
    dashboard: null,
    files,
    logger: createLogger('silent'),
    newRequestId: () => `request-${++requests}`,
    perPageMax,
    rateLimit,
    cacheBytes,
    publicUrl: null,
    isClosing: () => false,
    ...(budget && { budget }),
    ...(assetsUrl !== undefined && { assetsUrl }),
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
    if (body.includes(draftCanary)) throw new Error(`A draft leaked into the response of ${path}.`)
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
    files,
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
