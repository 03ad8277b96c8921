// `npm run stress bombs`: the test of content graphs that are built to be expensive, at full size. `--postgres 1`
// runs it on PostgreSQL.
import { join } from 'node:path'
import { runStressTest } from '../runner.ts'

const about =
  'Content graphs built to be expensive, at full size: the CPU time and memory to serve or reject each.'

const root = join(import.meta.dir, '../../..')

await runStressTest(about, { postgres: 0 }, async ({ postgres }, findings) => {
  const child = Bun.spawn([process.execPath, 'scripts/test.ts', 'test/delivery/bombs.test.ts'], {
    cwd: root,
    env: { ...process.env, BOMBS: 'full', TEST_DATABASE: postgres === 1 ? 'postgres' : 'sqlite' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  findings.claim((await child.exited) === 0, 'each graph is served or refused within its limits')
})
