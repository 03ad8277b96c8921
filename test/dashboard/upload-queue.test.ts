// Uploads of the dashboard: how many at once, in which order they arrive, and what becomes of those that fail.
import { describe, expect, test } from 'bun:test'
import { canRetry, type FileRequest, sumUploads, UploadQueue } from '../../dashboard/api/media/uploads.ts'
import { ApiProblem, toOffline } from '../../dashboard/api/request.ts'

interface Sent extends FileRequest {
  readonly name: string
  answer(status?: number): Promise<void>
  fail(error: unknown): Promise<void>
}

/** A queue whose requests are answered by the test. */
function openQueue() {
  const sent: Sent[] = []
  const queue = new UploadQueue(request => {
    const { promise, resolve, reject } = Promise.withResolvers<never>()
    const name = new URLSearchParams(request.path.split('?')[1]).get('filename')!
    request.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    const settled = () => Bun.sleep(0)
    sent.push({
      ...request,
      name,
      answer: (status = 201) => {
        resolve({
          status,
          body: { doc: { id: `id of ${name}` }, metadataRemoved: false, warnings: [] },
        } as never)
        return settled()
      },
      fail: error => {
        reject(error)
        return settled()
      },
    })
    return promise
  })
  const add = (place: string, ...names: string[]) =>
    queue.add(
      names.map(name => new File(['12345'], name)),
      { space: 'demo', place },
    )
  const states = () => queue.list().map(({ file, state }) => `${file.name} ${state}`)
  return { queue, sent, add, states }
}

describe('uploads', () => {
  test('three are sent at once, the next when one has ended, each with its name', async () => {
    const { sent, add, states } = openQueue()
    add('library', 'a.png', 'b c&d.png', 'c.png', 'd.png', 'e.png')
    expect(sent.map(({ name }) => name)).toEqual(['a.png', 'b c&d.png', 'c.png'])
    await sent[1]!.answer()
    expect(sent.map(({ name }) => name)).toEqual(['a.png', 'b c&d.png', 'c.png', 'd.png'])
    expect(states()).toEqual([
      'a.png sending',
      'b c&d.png done',
      'c.png sending',
      'd.png sending',
      'e.png waiting',
    ])
  })

  test('a place takes what has arrived in the order in which it was added, once', async () => {
    const { queue, sent, add } = openQueue()
    add('cover', 'a.png', 'b.png', 'c.png')
    add('library', 'x.png')
    await sent[1]!.answer()
    expect(queue.take('cover')).toEqual([])
    await sent[0]!.answer(200)
    const taken = queue.take('cover').map(({ asset, isKnown }) => [asset.id, isKnown])
    expect(taken).toEqual([
      ['id of a.png', true],
      ['id of b.png', false],
    ])
    expect(queue.take('cover')).toEqual([])
  })

  test('one that failed keeps none behind it waiting, and is sent again on request', async () => {
    const { queue, sent, add, states } = openQueue()
    const [first] = add('cover', 'a.png', 'b.png')
    await sent[0]!.fail(toOffline())
    await sent[1]!.answer()
    expect(queue.take('cover').map(({ asset }) => asset.id)).toEqual(['id of b.png'])
    expect(states()).toEqual(['a.png failed'])
    queue.retry(first!)
    await sent[2]!.answer()
    expect(queue.take('cover').map(({ asset }) => asset.id)).toEqual(['id of a.png'])
  })

  test('one that is removed is aborted, leaves no trace, and lets the next one go', async () => {
    const { queue, sent, add, states } = openQueue()
    const [first] = add('library', 'a.png', 'b.png', 'c.png', 'd.png')
    queue.remove(first!)
    await Bun.sleep(0)
    expect(sent[0]!.signal.aborted).toBe(true)
    expect(states()).toEqual(['b.png sending', 'c.png sending', 'd.png sending'])
  })

  test('those of somebody else are cancelled when another person signs in', () => {
    const { queue, sent, add, states } = openQueue()
    queue.keepFor('ada')
    add('library', 'a.png')
    queue.keepFor('ada')
    expect(states()).toEqual(['a.png sending'])
    queue.keepFor('eve')
    expect([states(), sent[0]!.signal.aborted]).toEqual([[], true])
  })

  test('their sum counts what is on its way and what has arrived, and no more bytes than a file has', async () => {
    const { queue, sent, add } = openQueue()
    add('library', 'a.png', 'b.png', 'c.png')
    sent[0]!.onProgress(2)
    // The request has more bytes than the file alone where a browser counts its head.
    sent[1]!.onProgress(500)
    await sent[2]!.fail(toOffline())
    expect(sumUploads(queue.list())).toEqual({ active: 2, done: 0, failed: 1, sent: 7, size: 10 })
  })

  test.each([
    [toOffline(), true],
    [new ApiProblem(503, 'store_unavailable', ''), true],
    [new ApiProblem(401, 'session_required', ''), true],
    [new ApiProblem(500, 'internal_error', ''), true],
    [new ApiProblem(413, 'asset_too_large', ''), false],
    [new ApiProblem(400, 'invalid_body', ''), false],
    [new ApiProblem(403, 'role_required', ''), false],
    [new ApiProblem(0, 'file_unreadable', ''), false],
  ] as const)('another try is offered where it may help: %o, %p', (error, expected) => {
    expect(canRetry(error)).toBe(expected)
  })
})
