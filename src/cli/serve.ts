// The command `serve`.
import { basename } from 'node:path'
import type { Command } from 'commander'
import { listSpaces } from '../accounts/spaces/spaces.store.ts'
import { systemClock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import { systemRandom } from '../base/ids.ts'
import { describeCacheSize } from '../base/process-memory.ts'
import { publicUrlOf } from '../config.ts'
import { readDashboardPack } from '../dashboard/read-pack.ts'
import type { Database } from '../database/database.ts'
import { diagnose } from '../database/diagnostics/diagnose.ts'
import type { Diagnostic } from '../database/diagnostics/diagnostic.ts'
import { isShared } from '../database/open.ts'
import { openConfiguredStore } from '../media/open-files.ts'
import type { RunningServer } from '../server.ts'
import { checkStore } from './checks/check-assets.ts'
import type { CommandContext, Run } from './command.ts'
import { loadDemo } from './demo.ts'
import { createLazyFiles } from './open-command-files.ts'

export function addServe(program: Command, run: Run): void {
  program
    .command('serve')
    .description('Migrates the database, then serves.')
    .option('--demo', 'Loads the demo space first if the database has no space, and prints its API key.')
    .action(run(serve))
}

async function serve(context: CommandContext, words: { demo?: true }) {
  // Imported here because sign-in is slow to load, and every other command would wait for it.
  const { newSetupToken } = await import('../accounts/onboarding.service.ts')
  const { createServer } = await import('../server.ts')
  const demo = words.demo === true
  // Refuses a wrong address before a database is created.
  openConfiguredStore(context.config, systemRandom)
  const database = await context.database({ create: true, migrate: false })
  const dashboard = await readDashboardPack()
  // Binds the port first, because the demo's key is shown only once, and must not be lost if the start fails.
  const server = createServer({ config: context.config, database, dashboard })
  const parts = { clock: systemClock, random: systemRandom }
  const files = createLazyFiles(context.config, database)
  endInTime(server, database, context)
  const { key, setupPath, space } = await orClose(server, async () => {
    await migrateOnceThere(database, context)
    await noteDiagnostics(context)
    const key = demo ? await loadDemo(database, { ...parts, files: files.open }) : null
    files.close()
    const token = await newSetupToken(database, parts)
    const space = await findOnlySpace(database)
    const query = space === null ? '' : `?space=${space}`
    return { key, setupPath: token === null ? null : `/setup${query}#token=${token}`, space }
  })
  await server.open()
  void noteStore(context)
  const origin = publicUrlOf(context.config) ?? server.url
  const setupUrl = setupPath === null ? null : `${origin}${setupPath}`
  const cache = describeCacheSize(context.config.CACHE_BYTES)
  const text = toText({ url: server.url, origin, cache, key, setupUrl, space })
  return { value: { url: server.url, key, setupUrl }, text, isServing: true }
}

/** Returns the slug of the only space, which the set-up page proposes, or null if there are none or several. */
async function findOnlySpace(database: Database): Promise<string | null> {
  const [first, ...others] = await listSpaces(database.reads)
  return first === undefined || others.length > 0 ? null : first.slug
}

/** Prints warnings. A server that starts can still have weak settings, such as files that other users can read. */
async function noteDiagnostics({ config, note }: CommandContext): Promise<void> {
  for (const diagnostic of await diagnose(config, systemClock, false)) noteDiagnostic(diagnostic, note)
}

function noteDiagnostic({ check, status, message, hint }: Diagnostic, note: CommandContext['note']): void {
  if (status !== 'ok') note([`Check of ${check}: ${message}`, ...(hint === null ? [] : [hint])].join(' '))
}

/** Checks the store without delaying the start: content is served even if a bucket is slow or fails. */
async function noteStore({ config, note }: CommandContext): Promise<void> {
  try {
    const problem = await checkStore(config)
    if (problem !== null) noteDiagnostic(problem, note)
  } catch (error) {
    note(`The file store could not be checked: ${(error as Error).message}`)
  }
}

const retryMs = 500

/**
 * Waits for the database and migrates it. An external database may become available after the server; probes report that.
 */
async function migrateOnceThere(database: Database, { config, note }: CommandContext): Promise<void> {
  for (let isNoted = false; ; ) {
    try {
      await database.migrate()
      return
    } catch (error) {
      // The database is unavailable, not created yet, or locked by another node that is migrating.
      const mayCome =
        isShared(config.DATABASE_URL) && error instanceof Refusal && error.code === 'unavailable'
      if (!mayCome) throw error
      if (!isNoted) note(['The database is not available yet; waiting for it.', ...error.details].join(' '))
      isNoted = true
    }
    await Bun.sleep(retryMs)
  }
}

/** Releases the port if the start fails. */
async function orClose<Result>(server: RunningServer, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await server.close()
    throw error
  }
}

interface StartReport {
  /** The address on which the server listens. */
  readonly url: string
  /** The origin that clients use. */
  readonly origin: string
  /** The size of the cache, for people. */
  readonly cache: string
  readonly key: string | null
  readonly setupUrl: string | null
  /** The slug of the only space, or null if there are none or several. */
  readonly space: string | null
}

/** Returns how the command is started: by npm in a checkout, which runs in Bun, or by name for the executable. */
function thisCommand(): string {
  return /^bun/i.test(basename(process.execPath)) ? 'npm run -s frontlist --' : 'frontlist'
}

function toText({ url, origin, cache, key, setupUrl, space }: StartReport): string {
  const serves = url === origin ? url : `${origin}, and listens on ${url}`
  const lines = [
    `Frontlist serves ${serves}`,
    '',
    `  Dashboard   ${origin}`,
    `  Reference   ${origin}/docs`,
    `  Cache       ${cache}`,
  ]
  if (key !== null) lines.push(`  Demo key    ${key}`)
  if (setupUrl !== null) {
    lines.push(
      '',
      'There is no user yet. This link makes you the first owner; it works once:',
      '',
      `  ${setupUrl}`,
    )
  }
  if (key === null) {
    const create = `${thisCommand()} keys create --space ${space ?? 'SLUG'} --name NAME`
    return [
      ...lines,
      '',
      'A key is shown only when it is created. This creates another one:',
      '',
      `  ${create}`,
      '',
    ].join('\n')
  }
  return [
    ...lines,
    '',
    'The key is shown only once. Try:',
    '',
    `  curl -H "Authorization: Bearer ${key}" "${origin}/api/v1/public/content/books?perPage=3&depth=1"`,
    '',
  ].join('\n')
}

/**
 * Shuts down on a signal. The first signal drains; a second one, or 20 seconds, ends the process immediately. A failed
 * database drains as well, with an exit code that marks the exit as unexpected: after a restart, the server continues
 * from the state on disk.
 */
function endInTime(server: RunningServer, database: Database, { note }: CommandContext): void {
  let closing = false
  let exitCode = 0
  const close = async (words: string) => {
    closing = true
    note(words)
    setTimeout(() => process.exit(1), 20_000).unref()
    await server.close()
    process.exit(exitCode)
  }
  const onSignal = () => {
    if (closing) process.exit(1)
    void close('Shutting down: finishing accepted requests.')
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  void database.failed.then(({ message }) => {
    exitCode = 1
    if (closing) return
    void close(
      `The disk or the database file has failed (${message}). No more writes are accepted; shutting down.`,
    )
  })
}
