// How long a server keeps an idle connection open: as long as KEEP_ALIVE_SECONDS says. It has nothing to do with the
// database's engine.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { longTestMs } from '../kit/fuzz.ts'
import { createCommandLine } from '../kit/process.ts'
import { getRequest } from '../kit/raw-http.ts'
import { describeOnSqlite } from '../kit/test-engine.ts'

// The connections are waited for.
setDefaultTimeout(longTestMs)

/** A connection on which one request was answered. */
async function openIdle(url: string, path: string): Promise<{ socket: Socket; closed: Promise<void> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  socket.on('error', () => {})
  socket.on('close', () => resolve())
  socket.on('data', () => answered.resolve())
  socket.write(getRequest(path, []).replace(/Connection: close\r\n/i, ''))
  await answered.promise
  return { socket, closed }
}

describeOnSqlite('an idle connection', () => {
  test('is kept for KEEP_ALIVE_SECONDS, so that a load balancer can be the first to close it', async () => {
    const start = (seconds: string) => createCommandLine().serve([], { KEEP_ALIVE_SECONDS: seconds })
    const [short, long] = await Promise.all([start('5'), start('60')])
    // The first is answered at once, the second after work.
    for (const path of ['/healthz', '/api/v1/public/content/books']) {
      const open = await openIdle(long.url, path)
      const ended = await openIdle(short.url, path)
      expect(await Promise.race([ended.closed.then(() => 'short'), open.closed.then(() => 'long')])).toBe(
        'short',
      )
      expect(open.socket.destroyed).toBe(false)
      open.socket.destroy()
    }
    expect([await short.stop(), await long.stop()]).toEqual([0, 0])
  })
})
