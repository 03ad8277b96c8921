// serve

import { systemClock } from '../base/clock.ts'
import { systemRandom } from '../base/ids.ts'
import type { Database } from '../database/database.ts'
import { createServer, type RunningServer } from '../server.ts'
import type { Command, CommandContext } from './command.ts'
import { loadDemo } from './demo.ts'

export const serveCommand: Command = {
  words: 'serve',
  usage: '[--demo]',
  summary: 'Migrates, then serves.',
  options: { demo: { type: 'boolean' } },
  optionHelp: { demo: 'Loads the demo space first if the database holds no space, and prints its key.' },
  arity: [0, 0],
  run: async context => {
    const database = await context.database()
    const demo = context.options.demo === true
    // The port first: the demo's key is shown once, and must not be lost to a start that fails.
    const server = createServer({ config: context.config, database, demo })
    const key = demo ? await loadDemoOrClose(database, server) : null
    closeOnSignals(server, context)
    return { value: { url: server.url, key }, text: toText(server.url, key) }
  },
}

async function loadDemoOrClose(database: Database, server: RunningServer): Promise<string | null> {
  try {
    return await loadDemo(database, { clock: systemClock, random: systemRandom })
  } catch (error) {
    await server.close()
    throw error
  }
}

function toText(url: string, key: string | null): string {
  const lines = [`Frontlist serves ${url}`, '', `  Reference   ${url}/docs`]
  if (key === null) {
    return [...lines, '', 'The command `keys create --space SLUG --name NAME` makes a key.'].join('\n')
  }
  return [
    ...lines,
    `  Demo key    ${key}`,
    '',
    'The key is shown this once. Try:',
    '',
    `  curl -H "Authorization: Bearer ${key}" "${url}/api/v1/public/content/books?perPage=3&depth=1"`,
    '',
  ].join('\n')
}

/** The first signal drains; a second one, or 20 seconds, ends the process as it is. */
function closeOnSignals(server: RunningServer, { note }: CommandContext): void {
  let closing = false
  const close = async () => {
    if (closing) process.exit(1)
    closing = true
    note('Closing: finishing what was accepted.')
    setTimeout(() => process.exit(1), 20_000).unref()
    await server.close()
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}
