// `npm run stress static-build`: the client builds a site of a thousand pages against a rate limit.
import { cleanUp } from '../../kit/cleanup.ts'
import { createCommandLine } from '../../kit/command/process.ts'
import { fillMain, manyEntries } from '../../kit/command/running-command.ts'
import { runStressTest } from '../runner.ts'
import { runStaticBuild } from '../static-build.ts'

const about = 'The client reads a site of a thousand pages from a server with a rate limit, twice.'

await runStressTest(about, { pages: 1000, 'rate-limit': 50 }, async (options, findings) => {
  const command = createCommandLine()
  const key = await fillMain(command, manyEntries(options.pages, 'page'))
  const server = await command.serve([], { RATE_LIMIT: String(options['rate-limit']) })
  try {
    const slugs = Array.from({ length: options.pages }, (_, index) => `e${index}`)
    await runStaticBuild({ url: server.url, key, collection: 'posts', slugs, tenthsMax: 13 }, findings)
    await server.stop()
  } finally {
    await cleanUp()
  }
})
