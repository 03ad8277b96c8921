// `npm run stress malformed`: a hundred thousand byte streams that are not valid HTTP, or almost valid.
import { cleanUp } from '../../kit/cleanup.ts'
import { createCommandLine } from '../../kit/command/process.ts'
import { figuresOf } from '../figures.ts'
import { runMalformed } from '../malformed.ts'
import { runStressTest } from '../runner.ts'

const about = 'Byte streams that are not valid HTTP: the server survives and keeps responding.'

await runStressTest(about, { streams: 100_000, seed: 1 }, async (options, findings) => {
  const server = await createCommandLine().serve(['--demo'])
  try {
    const { key } = JSON.parse(server.stdout) as { key: string }
    const exitCode = () => server.process.exitCode
    const { goodMs } = await runMalformed({ url: server.url, key, exitCode }, findings, options)
    findings.say(
      `${goodMs.filter(ms => ms > 100).length} of ${goodMs.length} good ones took more than 100 ms`,
    )
    findings.claim(figuresOf(goodMs).max < 100, 'the next good request within 100 ms, always')
    findings.claim((await server.stop()) === 0, 'it ends in order')
  } finally {
    await cleanUp()
  }
})
