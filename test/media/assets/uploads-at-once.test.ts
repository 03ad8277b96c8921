// How many uploads one caller may have under way, and what is said where the disk has no room.
import { expect, test } from 'bun:test'
import { type ErrorCode, errorTable } from '../../../src/base/error-table.ts'
import { Problem, Refusal } from '../../../src/base/errors.ts'
import { problemHeaders } from '../../../src/http/problem.ts'
import { toFileProblem } from '../../../src/media/formats/file-problems.ts'
import { uploadsAtOnceMax } from '../../../src/media/manage/upload.service.ts'
import { serveWith } from '../../kit/app/serve-with.ts'
import { until } from '../../kit/until.ts'
import { type Bytes, gif, openAssets } from './assets-fixture.ts'

/** A body that sends a part and then waits. */
function openBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isAsked = false
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: opened => {
        if (!isAsked) opened.enqueue(gif())
        isAsked = true
        controller = opened as ReadableStreamDefaultController<Uint8Array>
      },
    },
    { highWaterMark: 0 },
  )
  return { body, isAsked: () => isAsked, end: () => controller?.close() }
}

test('one more upload than a caller may have at once is a 429, until one of them has ended; others go on', async () => {
  const { space, keys } = await openAssets()
  const send = (key: string, query: string, body: Bytes | ReadableStream) =>
    space.request(`/api/v1/assets?${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body,
    })
  const open = Array.from({ length: uploadsAtOnceMax }, openBody)
  const pending = open.map(({ body }, index) => send(keys.W, `filename=${index}.gif&id=a${index}`, body))
  await until(() => open.every(({ isAsked }) => isAsked()))
  const refused = await send(keys.W, 'filename=late.gif&id=late', gif())
  expect([refused.status, refused.headers.get('Retry-After'), await refused.json()]).toMatchObject([
    429,
    '1',
    {
      code: 'too_many_requests',
      detail: expect.stringContaining(`${uploadsAtOnceMax} uploads of this caller are under way`),
    },
  ])
  // The rest of the body is not read.
  expect(refused.headers.get('Connection')).toBe('close')
  expect((await send(keys.WP, 'filename=other.gif&id=other', gif('2'))).status).toBe(201)
  open[0]?.end()
  expect((await pending[0])?.status).toBe(201)
  expect((await send(keys.W, 'filename=late.gif&id=late', gif())).status).toBe(201)
  for (const { end } of open.slice(1)) end()
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual(pending.map(() => 201))
})

test('an upload for which the disk has no room is a 503 that says when to try again, and so is every other 503', async () => {
  const { space, keys } = await openAssets()
  const full = () =>
    Promise.reject(toFileProblem(Object.assign(new Error('no space left'), { code: 'ENOSPC' })))
  const refusal = () => Promise.reject(new Refusal('The disk of the file store is full.', [], 'storage_full'))
  for (const put of [full, refusal]) {
    const files = { ...space.files, store: { ...space.files.store, put } }
    const response = await serveWith(space, { files }).request('/api/v1/assets?filename=a.gif', {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.W}` },
      body: gif(),
    })
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1'])
    expect(await response.json()).toMatchObject({ code: 'storage_full' })
  }
  for (const [code, { status }] of Object.entries(errorTable)) {
    const problem = new Problem(code as ErrorCode, 'A text.')
    expect([code, 'Retry-After' in problemHeaders(problem)]).toEqual([code, status === 503])
  }
})
