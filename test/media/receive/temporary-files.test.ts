// What is left of a file that never arrived: nothing, at the latest after the next start; and how much of it is held in
// memory meanwhile.
import { describe, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Problem } from '../../../src/base/errors.ts'
import { receiveFile } from '../../../src/media/receive/receive-file.ts'
import { removeAbandonedFiles } from '../../../src/media/stores/temporary-files.ts'
import { cleanUpLater } from '../../kit/cleanup.ts'
import { keepMounts, whyNoMounts } from '../../kit/files/mounts.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { until } from '../../kit/until.ts'
import { filesIn, optionsOf, processName, streamOf } from './receive.ts'

describe('a connection that is cut', () => {
  test('leaves no file, and is an error of the client', async () => {
    const options = optionsOf()
    const outcome = Promise.withResolvers<unknown>()
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        outcome.resolve(await receiveFile(request.body!, options).catch((error: unknown) => error))
        return new Response()
      },
    })
    cleanUpLater(() => server.stop(true))
    const socket = connect(server.port!, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n')
    socket.write(Buffer.alloc(100_000))
    await until(() => readdirSync(options.folder).length === 1)
    socket.destroy()
    const error = await outcome.promise
    expect(error).toBeInstanceOf(Problem)
    expect(error).toMatchObject({
      code: 'invalid_body',
      detail: 'The body ended before its declared length.',
    })
    expect(filesIn(options.folder)).toEqual([])
  })
})

describe('the disk', () => {
  const reason = whyNoMounts()
  const left = reason === null ? '' : ` (left out: ${reason})`

  test.skipIf(reason !== null)(
    `that becomes full is an error of its own, and has room again${left}`,
    async () => {
      const mounts = keepMounts()
      try {
        const folder = mounts.mountMemory(1)
        const large = () => streamOf(...Array.from({ length: 32 }, () => Buffer.alloc(64 * 1024)))
        const options = optionsOf({ folder, bytesMax: 4 * 1024 * 1024 })
        const error = await receiveFile(large(), options).catch((error: unknown) => error)
        expect(error).toBeInstanceOf(Problem)
        expect(error).toMatchObject({ code: 'storage_full', status: 503 })
        expect(filesIn(folder)).toEqual([])
        expect(await receiveFile(streamOf(Buffer.alloc(512 * 1024)), options)).toMatchObject({
          size: 512 * 1024,
        })
      } finally {
        await mounts.end()
      }
    },
  )

  test('sets the pace: of 100 MiB at most 256 KiB have arrived and are not written', async () => {
    const folder = makeFolder()
    const part = Buffer.alloc(64 * 1024, 'frontlist')
    const whole = 1600
    let sent = 0
    let held = 0
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const [name] = readdirSync(folder)
          held = Math.max(held, sent * part.length - (name ? statSync(join(folder, name)).size : 0))
          if (sent === whole) return controller.close()
          sent++
          controller.enqueue(part.slice())
        },
      },
      { highWaterMark: 0 },
    )
    const { size } = await receiveFile(source, optionsOf({ folder, bytesMax: 200 * 1024 * 1024 }))
    expect(size).toBe(whole * part.length)
    expect(held).toBeGreaterThan(0)
    expect(held).toBeLessThanOrEqual(256 * 1024)
  })
})

test('what a process that is killed was receiving is removed at the next start', async () => {
  const folder = makeFolder()
  const script = `
    import { receiveFile } from ${JSON.stringify(join(import.meta.dir, '../../../src/media/receive/receive-file.ts'))}
    import { optionsOf } from ${JSON.stringify(join(import.meta.dir, 'receive.ts'))}
    const source = new ReadableStream({
      start: controller => controller.enqueue(new Uint8Array(200_000)),
    })
    await receiveFile(source, { ...optionsOf(), folder: ${JSON.stringify(folder)} })
  `
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'ignore', stderr: 'inherit' })
  await until(() => readdirSync(folder).some(name => statSync(join(folder, name)).size > 0))
  child.kill('SIGKILL')
  await child.exited
  expect(filesIn(folder)).toHaveLength(1)
  const next = { ...processName, process: child.pid + 1 }
  expect(await removeAbandonedFiles(folder, next, () => false)).toBe(1)
  expect(filesIn(folder)).toEqual([])
})
