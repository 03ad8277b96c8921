// A space for one test: a real database on the tested engine, content through the real import, a key, and the app.
import { createSpace } from '../../../src/accounts/spaces/spaces.service.ts'
import { type App, createApp } from '../../../src/app.ts'
import { type RandomBytes, type SpaceId, systemRandom } from '../../../src/base/ids.ts'
import type { Budget } from '../../../src/content/publish/response-budget.ts'
import type { Database, Reads } from '../../../src/database/database.ts'
import { createLogger } from '../../../src/http/log.ts'
import { ndjsonSource } from '../../../src/import-export/formats/ndjson.ts'
import {
  type ImportOptions,
  type ImportReport,
  importContent,
} from '../../../src/import-export/import.service.ts'
import type { ImportRecord } from '../../../src/import-export/read/records.ts'
import { createKeyUsage, type KeyUsage } from '../../../src/keys/key-usage.ts'
import { newKeySchema } from '../../../src/keys/keys.schema.ts'
import { createKey } from '../../../src/keys/keys.service.ts'
import type { FileSettings } from '../../../src/media/assets.ts'
import { cleanUpAfterTest, cleanUpLater, oncePerFile } from '../cleanup.ts'
import {
  type DatabaseTemplate,
  openTestDatabase,
  readEverything,
  toTemplate,
} from '../database/test-databases.ts'
import { testFiles } from '../files/files.ts'

/**
 * In every draft of a test that wants it, and never in a response: each response of {@link TestSpace.get} is
 * searched.
 */
export const draftCanary = 'canary-draft-7f3a'

export interface TestSpaceOptions {
  readonly records?: readonly ImportRecord[]
  /** Where the files are that the records name. */
  readonly folder?: string
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
  makeKey(wanted?: KeyOptions): Promise<{ id: string; key: string }>
}

interface KeyOptions {
  readonly scopes?: readonly string[]
  readonly expiresAt?: string | null
}

export const testStart = Date.parse('2026-06-01T00:00:00.000Z')

export function toNdjson(records: readonly object[]): string {
  return records.map(record => `${JSON.stringify(record)}\n`).join('')
}

export async function createTestSpace(options: TestSpaceOptions = {}): Promise<TestSpace> {
  const prepare = options.random ? null : findPreparation(options)
  if (prepare === null) return createSpaceIn(await openCounted(), 'main', options)
  const { template, ...made } = await prepare()
  return openSpaceIn(await openCounted(template), made, options)
}

interface PreparedSpace extends Pick<TestSpace, 'space' | 'key'> {
  readonly template: DatabaseTemplate
}

interface Preparation {
  readonly prepare: () => Promise<PreparedSpace>
  /** The current test has a copy: in another one, the same key would be valid. */
  isCopied: boolean
}

/** By the records: how to prepare a space that tests of the current file had before. */
const preparations = new Map<bigint | number, Preparation>()

/** Copying a database takes a fraction of an import; null for the first in a file, which may be the only one. */
function findPreparation({ records, folder }: TestSpaceOptions): (() => Promise<PreparedSpace>) | null {
  const name = Bun.hash(JSON.stringify(records ?? []))
  const known = preparations.get(name)
  if (known) {
    if (known.isCopied) return null
    known.isCopied = true
    cleanUpAfterTest(() => {
      known.isCopied = false
    })
    return known.prepare
  }
  if (preparations.size === 0) cleanUpLater(() => preparations.clear())
  const prepare = async () => {
    const { space, key, ...opened } = await createSpaceIn(await openCounted(), 'main', {
      ...(records && { records }),
      ...(folder !== undefined && { folder }),
    })
    return { space, key, template: await toTemplate(opened) }
  }
  preparations.set(name, { prepare: oncePerFile(prepare), isCopied: false })
  return null
}

/** A test database that keeps the statements which ran. */
export async function openCounted(template?: DatabaseTemplate): Promise<OpenedDatabase> {
  const statements: string[] = []
  const onStatement = (sql: string) => {
    if (!isWatch(sql)) statements.push(withoutNumbers(sql))
  }
  return { ...(await openTestDatabase({ onStatement }, template)), statements }
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

type OpenedDatabase = Pick<TestSpace, 'database' | 'url' | 'statements'> & Partial<Pick<TestSpace, 'files'>>

export async function createSpaceIn(
  opened: OpenedDatabase,
  slug: string,
  options: TestSpaceOptions,
): Promise<TestSpace> {
  const parts = { clock: () => testStart, random: options.random ?? systemRandom }
  const { id } = await opened.database.transaction(writes => createSpace(writes, parts, { slug, name: slug }))
  const key = await createTestKey(opened.database, parts, id)
  const testSpace = openSpaceIn(opened, { space: id, key: key.key }, options)
  if (options.records) await testSpace.import(options.records, filesOf(testSpace, options.folder))
  return testSpace
}

/** What an import needs to read the files of a folder. */
function filesOf({ files }: TestSpace, folder: string | undefined): Pick<ImportOptions, 'files'> {
  if (folder === undefined) return {}
  const { store, uploads, images } = files
  return {
    files: () => ({ folder, store, wait: uploads.wait, receive: uploads, placeholders: images }),
  }
}

async function createTestKey(
  database: Database,
  parts: { clock: () => number; random: RandomBytes },
  space: SpaceId,
  { scopes = ['content.read', 'schema.read'], expiresAt }: KeyOptions = {},
): Promise<{ id: string; key: string }> {
  const fields = newKeySchema(parts.clock).parse({ name: 'test', scopes, expiresAt })
  const wanted = { ...fields, createdBy: 'test' }
  const { doc, key } = await database.transaction(writes => createKey(writes, parts, space, wanted))
  return { id: doc.id, key }
}

/** A space that is in the database, with a key of it. */
export function openSpaceIn(
  { database, url, statements, files = testFiles() }: OpenedDatabase,
  { space, key }: Pick<TestSpace, 'space' | 'key'>,
  {
    perPageMax = 1000,
    rateLimit = 0,
    cacheBytes = 4_000_000,
    budget,
    assetsUrl,
    random = systemRandom,
  }: Omit<TestSpaceOptions, 'records'> = {},
): TestSpace {
  const time = { now: testStart }
  const parts = { clock: () => time.now, random }
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
  const request: TestSpace['request'] = async (path, init) => {
    const response = await app.request(`http://localhost${path}`, init)
    const body = Buffer.from(await response.clone().arrayBuffer())
    if (body.includes(draftCanary)) throw new Error(`A draft leaked into the response of ${path}.`)
    return response
  }
  return {
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
    makeKey: wanted => createTestKey(database, parts, space, wanted),
  }
}
