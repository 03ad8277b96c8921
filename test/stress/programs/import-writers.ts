// `npm run stress import-writers`: another process imports into the space in which this one publishes, and creates
// and revokes keys; on SQLite, then on PostgreSQL with its default settings. With `--before 50000` all entries change, with
// `--articles 1` they have many fields and words.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSpaceBySlug } from '../../../src/accounts/spaces/spaces.service.ts'
import { cleanUp } from '../../kit/cleanup.ts'
import { startCluster } from '../../kit/cluster/cluster.ts'
import { createCommandLine } from '../../kit/command/process.ts'
import { fillMain, manyEntries, runJson } from '../../kit/command/running-command.ts'
import type { Place } from '../../kit/database/test-databases.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { articleId, articles } from '../articles.ts'
import { runImportWriters } from '../import-writers.ts'
import { type Findings, runStressTest } from '../runner.ts'

const about = 'Writers beside a large import: how long they wait, and that none is rejected.'

const defaults = { entries: 50_000, before: 1000, articles: 0, 'every-ms': 10, sqlite: 1, postgres: 1 }

type Options = typeof defaults

async function runOn(place: Place, options: Options, findings: Findings): Promise<void> {
  const command = createCommandLine(place)
  const isOfArticles = options.articles > 0
  const before = isOfArticles ? articles(options.before, 1) : manyEntries(options.before, 'before')
  await fillMain(command, before)
  const file = join(makeFolder(), 'after.ndjson')
  writeFileSync(file, isOfArticles ? articles(options.entries, 2) : manyEntries(options.entries, 'after'))
  const database = await command.open()
  const { id: space } = await getSpaceBySlug(database.reads, 'main')
  await runImportWriters(
    {
      database,
      space,
      entry: `posts/${isOfArticles ? articleId(0) : 'e0'}`,
      entries: options.entries,
      run: async () => void (await runJson(command, 'import', file, '--space', 'main')),
    },
    findings,
    options['every-ms'],
  )
  await database.close()
}

await runStressTest(about, defaults, async (options, findings) => {
  try {
    if (options.sqlite > 0) {
      findings.say('SQLite')
      const url = `sqlite:${join(makeFolder(), 'data/frontlist.db')}`
      await runOn({ url, ready: Promise.resolve() }, options, findings)
    }
    if (options.postgres > 0) {
      findings.say('PostgreSQL')
      const settings = { shared_buffers: '128MB', max_wal_size: '1GB' }
      const cluster = await startCluster({ durable: true, settings })
      try {
        const url = await cluster.createDatabase()
        await runOn({ url, ready: Promise.resolve() }, options, findings)
      } finally {
        await cluster.remove()
      }
    }
  } finally {
    await cleanUp()
  }
})
