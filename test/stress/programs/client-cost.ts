// `npm run stress client-cost`: the client beside a bare `fetch`, by processor time.
import { cleanUp } from '../../kit/cleanup.ts'
import { createCommandLine } from '../../kit/command/process.ts'
import { fillMain, manyEntries } from '../../kit/command/running-command.ts'
import { runClientCost } from '../client-cost.ts'
import { runStressTest } from '../runner.ts'

const about = 'What a call of the client costs beside a bare fetch with JSON.parse, in processor time.'

await runStressTest(about, { calls: 2000, rounds: 9 }, async ({ calls, rounds }, findings) => {
  const command = createCommandLine()
  const key = await fillMain(command, manyEntries(200, 'entry'))
  const server = await command.serve()
  try {
    await runClientCost({ url: server.url, key, calls, rounds }, findings)
    await server.stop()
  } finally {
    await cleanUp()
  }
})
