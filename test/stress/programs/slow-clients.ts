// `npm run stress slow-clients`: thousands of clients that send or read slowly. Needs as many open files: `ulimit
// -n`.
import { readdirSync, readlinkSync } from 'node:fs'
import { residentBytes } from '../../../bench/process-figures.ts'
import { cleanUp } from '../../kit/cleanup.ts'
import { createCommandLine } from '../../kit/command/process.ts'
import { fillMain, manyEntries } from '../../kit/command/running-command.ts'
import { figuresOf } from '../figures.ts'
import { runStressTest } from '../runner.ts'
import { runSlowClients } from '../slow-clients.ts'
import type { SlowKind } from '../slow-process.ts'

const about =
  'Clients that send or read slowly: how soon the server disconnects them, and the effect on others.'
const posts = '/api/v1/public/content/posts'

/**
 * Readers of `large` get more than the system's buffers hold: fewer of them, because each takes some MB of buffers.
 */
const defaults = {
  clients: 5000,
  large: 100,
  seconds: 20,
  'trickle-ms': 1000,
  'every-ms': 10,
  'alone-seconds': 10,
}

await runStressTest(about, defaults, async (options, findings) => {
  const command = createCommandLine()
  const key = await fillMain(command, manyEntries(1000, 'word '.repeat(2500)))
  const server = await command.serve()
  const url = server.url.replace('localhost', '127.0.0.1')
  try {
    const rounds: readonly (readonly [SlowKind, number, string])[] = [
      ['heads', options.clients, ''],
      ['bodies', options.clients, ''],
      ['readers', options.clients, `${posts}?perPage=5`],
      ['readers', options.large, `${posts}?perPage=1000`],
    ]
    for (const [kind, count, large] of rounds) {
      const held = watchSockets(server.process.pid)
      const took = await runSlowClients({ url, key, path: `${posts}?perPage=1`, large }, findings, {
        clients: { heads: 0, bodies: 0, readers: 0, [kind]: count },
        trickleMs: options['trickle-ms'],
        milliseconds: options.seconds * 1000,
        everyMs: options['every-ms'],
        aloneMs: options['alone-seconds'] * 1000,
      })
      findings.say(`${count} slow ${kind} ${large}: ${held()}`)
      const [alone, beside] = [figuresOf(took.alone).p99, figuresOf(took.beside).p99]
      findings.claim(beside <= 2 * alone, 'the p99 of others is at most doubled')
    }
    findings.claim((await server.stop()) === 0, 'the server ends in order')
  } finally {
    await cleanUp()
  }
})

/** The open files of a process, sampled twice a second; as text. */
function watchSockets(pid: number): () => string {
  const count = () =>
    readdirSync(`/proc/${pid}/fd`).filter(name => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith('socket:')
      } catch {
        return false
      }
    }).length
  const startedAt = performance.now()
  const seen: { readonly at: number; readonly sockets: number }[] = []
  let bytes = 0
  const timer = setInterval(() => {
    seen.push({ at: performance.now() - startedAt, sockets: count() })
    bytes = Math.max(bytes, residentBytes(pid))
  }, 500)
  return () => {
    clearInterval(timer)
    const most = seen.reduce((one, other) => (other.sockets > one.sockets ? other : one))
    const least = Math.min(...seen.filter(({ at }) => at > most.at).map(({ sockets }) => sockets))
    const gone = seen.find(({ at, sockets }) => at > most.at && sockets <= least + most.sockets / 20)
    const after = gone ? `${((gone.at - most.at) / 1000).toFixed(1)} s later` : 'never'
    const memory = `memory at most ${Math.round(bytes / 1e6)} MB`
    return `the server held ${most.sockets} sockets, ${least} of them at last, nearly so ${after}; ${memory}`
  }
}
