// `npm run stress queries -- --queries 100000`: generated queries on both engines, each response compared with an oracle,
// and all of them between the engines.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../kit/test-folder.ts'
import { runStressTest } from '../runner.ts'

const about = 'Generated queries on both engines, each compared with an oracle in memory, byte for byte.'

const root = join(import.meta.dir, '../../..')

await runStressTest(about, { queries: 100_000, seed: 1 }, async ({ queries, seed }, findings) => {
  const folder = makeFolder()
  const digests = new Set<string>()
  for (const engine of ['sqlite', 'postgres']) {
    const file = join(folder, engine)
    const started = performance.now()
    const child = Bun.spawn(
      [process.execPath, 'scripts/test.ts', 'test/delivery/queries-equal-oracle.test.ts'],
      {
        cwd: root,
        env: {
          ...process.env,
          TEST_DATABASE: engine,
          QUERIES: String(queries),
          QUERIES_SEED: String(seed),
          QUERIES_DIGEST: file,
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    const isRight = (await child.exited) === 0
    findings.claim(isRight, `${engine}: every response is that of the oracle`)
    findings.say(`${engine}: ${Math.round((performance.now() - started) / 1000)} s`)
    if (isRight) digests.add(readFileSync(file, 'utf8'))
  }
  findings.claim(digests.size === 1, 'the responses of both engines are the same, byte for byte')
})
