// How long a server keeps an idle connection open: as long as KEEP_ALIVE_SECONDS says. It has nothing to do with the
// database's engine.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { getRequest, sendBytes } from '../kit/app/raw-http.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { describeOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'

// The connections are waited for.
setDefaultTimeout(longTestMs)

interface Idle {
  readonly socket: Socket
  readonly closed: Promise<void>
}

/** A connection on which this request was answered. */
async function openIdle(url: string, request: string): Promise<Idle> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  socket.on('error', () => {})
  socket.on('close', () => resolve())
  socket.on('data', () => answered.resolve())
  socket.write(request.replace(/Connection: close\r\n/i, ''))
  await answered.promise
  return { socket, closed }
}

describeOnSqlite('an idle connection', () => {
  test('is kept for KEEP_ALIVE_SECONDS, so that a load balancer can be the first to close it', async () => {
    const start = async (seconds: string) => {
      const server = await createCommandLine().serve(['--demo'], { KEEP_ALIVE_SECONDS: seconds })
      const { key } = JSON.parse(server.stdout) as { key: string }
      const cached = getRequest('/api/v1/public/content/books', [`Authorization: Bearer ${key}`])
      expect(await sendBytes(server.url, cached)).toStartWith('HTTP/1.1 200 ')
      return { server, cached }
    }
    const [short, long] = await Promise.all([start('5'), start('60')])
    // A cached response is sent at once, others after work.
    const requests = (cached: string) => [
      cached,
      getRequest('/healthz', []),
      getRequest('/api/v1/public/content/books', []),
    ]
    const openAll = ({ server, cached }: typeof short) =>
      Promise.all(requests(cached).map(request => openIdle(server.url, request)))
    const open = await openAll(long)
    // The others open more than 4 seconds later, which is the precision of the limit. With the same limit, they would end
    // later too.
    for (let time = 0; time < 2; time++) {
      const [first] = await openAll(short)
      await first!.closed
    }
    const ended = await openAll(short)
    for (const [index, { socket, closed }] of open.entries()) {
      const others = ended[index]!.closed.then(() => 'short')
      expect([index, await Promise.race([others, closed.then(() => 'long')])]).toEqual([index, 'short'])
      expect([index, socket.destroyed]).toEqual([index, false])
      socket.destroy()
    }
    expect([await short.server.stop(), await long.server.stop()]).toEqual([0, 0])
  })
})
