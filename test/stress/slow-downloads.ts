// A program: clients that download a file slowly, in a process of their own. Each takes what its connection has received,
// then nothing for a while. Prints its result as one line of JSON.
import { connect, type Socket } from 'node:net'

export interface DownloadOrder {
  readonly port: number
  readonly path: string
  readonly clients: number
  readonly pauseMs: number
  readonly milliseconds: number
}

export interface DownloadOutcome {
  /** Still connected at the end, without having all of the file. */
  readonly open: number
  /** Of responses that began. */
  readonly statuses: Readonly<Record<string, number>>
  readonly bytes: number
}

/** So that connecting is no load of its own. */
const connectAtOnce = 50
const connectEveryMs = 100

async function run({ port, path, clients, pauseMs, milliseconds }: DownloadOrder): Promise<DownloadOutcome> {
  const statuses: Record<string, number> = {}
  const sockets: Socket[] = []
  let bytes = 0
  const begin = () => {
    const socket = connect(port, '127.0.0.1')
    let isBegun = false
    socket.on('error', () => {})
    socket.on('data', chunk => {
      if (!isBegun) {
        const status = chunk.toString('latin1', 9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
      isBegun = true
      bytes += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), pauseMs)
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
    sockets.push(socket)
  }
  for (let made = 0; made < clients; made += connectAtOnce) {
    for (let index = made; index < Math.min(clients, made + connectAtOnce); index++) begin()
    await Bun.sleep(connectEveryMs)
  }
  await Bun.sleep(milliseconds)
  const open = sockets.filter(({ closed }) => !closed).length
  return { open, statuses, bytes }
}

if (import.meta.main) {
  const outcome = await run(JSON.parse(process.argv[2] ?? '{}') as DownloadOrder)
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0))
}
