// Uploads that end early: the connection, or the server. What was not acknowledged leaves nothing, what was stays.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { hashOf } from '../../kit/app/assets.ts'
import { parseRawResponse, sendBytes } from '../../kit/app/raw-http.ts'
import { type FileServer, isTemporary, startFileServer } from '../../kit/command/file-server.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { until } from '../../kit/until.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const whole = 4 * 1024 * 1024

/** Sends the head and half of the body, and no more; resolves when the server has written some of it to its disk. */
async function sendHalf(files: FileServer, lines: readonly string[] = [`Content-Length: ${whole}`]) {
  const { hostname, port } = new URL(files.process.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    [
      'POST /api/v1/assets?filename=half.bin HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${files.key}`,
      ...lines,
      '',
      '',
    ].join('\r\n'),
  )
  const isChunked = lines.some(line => line.startsWith('Transfer-Encoding'))
  if (isChunked) socket.write(`${whole.toString(16)}\r\n`)
  socket.write(Buffer.alloc(whole / 2, 'half'))
  await until(() => files.stored().some(isTemporary))
  return socket
}

const countOf = async (files: FileServer): Promise<number> =>
  ((await (await files.send('GET', '/assets')).json()) as { count: number }).count

test('nothing is left of an upload whose connection is cut, however its length was said', async () => {
  const files = await startFileServer(makeFolder())
  const cuts: ((socket: Socket) => void)[] = [socket => socket.resetAndDestroy(), socket => socket.end()]
  for (const lines of [[`Content-Length: ${whole}`], ['Transfer-Encoding: chunked']]) {
    for (const cut of cuts) {
      const socket = await sendHalf(files, lines)
      cut(socket)
      await until(() => files.stored().length === 0)
      expect([lines, await countOf(files)]).toEqual([lines, 0])
      socket.destroy()
    }
  }
})

test('a body that is not what its head says is no file: shorter, in broken chunks, or of two lengths', async () => {
  const files = await startFileServer(makeFolder())
  const head = `POST /api/v1/assets?filename=a.txt HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${files.key}\r\n`
  const lies = [
    'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
    'Content-Length: -1\r\n\r\nabc',
    'Content-Length: 0x3\r\n\r\nabc',
    'Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n',
    'Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    'Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc',
    'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 3\r\n\r\nabc',
    'Content-Length: 0\r\n\r\n',
    '\r\n',
  ]
  for (const lie of lies) {
    const response = parseRawResponse(
      await sendBytes(files.process.url, `${head}Connection: close\r\n${lie}`),
    )
    expect([lie, response === null || (response.status >= 400 && response.status < 500)]).toEqual([lie, true])
  }
  await until(() => files.stored().length === 0)
  expect(await countOf(files)).toBe(0)
})

test('a server that is killed during an upload leaves nothing after its next start, and keeps what it acknowledged', async () => {
  const files = await startFileServer(makeFolder())
  const stored = await files.add('kept', 'filename=kept.txt&id=kept')
  const socket = await sendHalf(files)
  files.process.process.kill('SIGKILL')
  await files.process.process.exited
  socket.destroy()
  expect(files.stored()).toHaveLength(2)
  await files.start()
  expect(files.stored().map(path => path.slice(-64))).toEqual([hashOf('kept')])
  expect(await countOf(files)).toBe(1)
  const response = await files.send('GET', '/assets/kept/file')
  expect([response.status, await response.text(), stored.sha256]).toEqual([200, 'kept', hashOf('kept')])
})
