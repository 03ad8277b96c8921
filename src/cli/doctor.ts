// The command `doctor`.
import type { Command } from 'commander'
import { listSpaces } from '../accounts/spaces/spaces.store.ts'
import { systemClock } from '../base/clock.ts'
import { describeCacheSize } from '../base/process-memory.ts'
import { findIndexDifferences } from '../content/index/query-index-check.store.ts'
import { diagnose, inspect } from '../database/diagnostics/diagnose.ts'
import { type Diagnostic, failed, ok } from '../database/diagnostics/diagnostic.ts'
import { checkAssets } from './checks/check-assets.ts'
import { checkImages } from './checks/check-images.ts'
import type { CommandContext, Run } from './command.ts'

const marks = { ok: '✓', warning: '!', failed: '✗' } as const

export function addDoctor(program: Command, run: Run): void {
  program
    .command('doctor')
    .description(
      'Checks the database, secret, clock, file store and images, and says how to fix what is wrong. Changes nothing.',
    )
    .action(run(runDoctor))
}

async function runDoctor({ config }: CommandContext) {
  const general = await diagnose(config, systemClock, true)
  const canRead = general.every(({ check, status }) => status === 'ok' || !readChecks.has(check))
  const diagnostics = [
    ...general,
    ...(canRead ? [await checkQueryIndex(config.DATABASE_URL), await checkAssets(config)] : []),
    await checkImages(config),
    ok('cache', `The cache has ${describeCacheSize(config.CACHE_BYTES)}.`),
  ]
  const hasFailed = diagnostics.some(({ status }) => status === 'failed')
  const lines = diagnostics.map(
    ({ check, status, message, hint }) => `${marks[status]} ${check.padEnd(18)} ${message} ${hint ?? ''}`,
  )
  return {
    value: { ok: !hasFailed, diagnostics },
    text: lines.map(line => line.trimEnd()).join('\n'),
    hasFailed,
  }
}

/** The checks without which the content cannot be read. */
const readChecks: ReadonlySet<string> = new Set(['database', 'encoding', 'schema', 'integrity', 'migrations'])

async function checkQueryIndex(url: string): Promise<Diagnostic> {
  return inspect(url, async database => {
    const wrong: string[] = []
    const spaces = await listSpaces(database.reads)
    for (const { id, slug } of spaces) {
      const fields = await database.snapshot(id, reads => findIndexDifferences(reads, id))
      if (fields.length > 0) wrong.push(`${slug} (${toList(fields)})`)
    }
    if (wrong.length === 0) return ok('query index', 'The query index matches the published content.')
    const message = `The query index differs from the published content of ${wrong.join(', ')}.`
    return failed('query index', message, 'Run `reindex`: queries find the wrong entries until then.')
  })
}

const fieldsShownMax = 5

function toList(fields: readonly string[]): string {
  const more = fields.length - fieldsShownMax
  return [...fields.slice(0, fieldsShownMax), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
