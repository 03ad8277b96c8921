// `npm run stress beside-import`: a server under read load while another process imports a hundred thousand entries
// into its space.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUp } from '../../kit/cleanup.ts'
import { createCommandLine } from '../../kit/command/process.ts'
import { fillMain, manyEntries, runJson } from '../../kit/command/running-command.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { runBesideImport, stateOfPage } from '../beside-import.ts'
import { figuresOf } from '../figures.ts'
import { runStressTest } from '../runner.ts'

const about = 'A server under read load while another process imports: latency, and what the reads show.'

const defaults = { entries: 100_000, before: 1000, 'every-ms': 10, 'alone-seconds': 20 }

await runStressTest(about, defaults, async (options, findings) => {
  const command = createCommandLine()
  const key = await fillMain(command, manyEntries(options.before, 'before'))
  // Each read takes work: nothing is cached.
  const server = await command.serve([], { CACHE_BYTES: '0' })
  const file = join(makeFolder(), 'after.ndjson')
  writeFileSync(file, manyEntries(options.entries, 'after'))
  const url = `${server.url.replace('localhost', '127.0.0.1')}/api/v1/public/content/posts?perPage=50`
  try {
    const waited = await runBesideImport(
      {
        ask: () => fetch(url, { headers: { Authorization: `Bearer ${key}` } }),
        stateOf: stateOfPage,
        before: `before ${options.before}`,
        after: `after ${options.entries}`,
        run: () => runJson(command, 'import', file, '--space', 'main'),
      },
      findings,
      { everyMs: options['every-ms'], aloneMs: options['alone-seconds'] * 1000 },
    )
    const [alone, beside] = [figuresOf(waited.alone).p99, figuresOf(waited.beside).p99]
    findings.claim(beside <= 2 * alone, 'the p99 of reads is at most doubled')
    findings.claim((await server.stop()) === 0, 'the server ends in order')
  } finally {
    await cleanUp()
  }
})
