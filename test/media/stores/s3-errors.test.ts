// What goes wrong between Frontlist and an S3 store: tried again where that helps, otherwise `store_unavailable`, and in
// no case is a key, or an address signed with it, said to anyone.
import { describe, expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { openStore } from '../../../src/media/stores/open-store.ts'
import { FileLost, type Store, StoreUnavailable } from '../../../src/media/stores/store.ts'
import { type S3Server, s3Secrets, startS3Server } from '../../kit/files/s3-server.ts'
import { putBytes, readBytes, sha256Of, storeOptions, writeUpload } from '../../kit/files/stores.ts'

function openS3(server = startS3Server(), secrets = s3Secrets) {
  const pauses: number[] = []
  const wait = async (ms: number) => void pauses.push(ms)
  return { server, pauses, store: openStore(server.address, { ...storeOptions, secrets, wait }) }
}

const error = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    reason => reason,
  )

const sha256 = sha256Of('some bytes')
const operations: readonly (readonly [name: string, run: (store: Store) => Promise<unknown>])[] = [
  ['put', store => store.put(sha256, writeUpload('some bytes').path)],
  ['open', store => store.open(sha256)],
  ['stat', store => store.stat(sha256)],
  ['delete', store => store.delete(sha256, 30_000)],
  ['list', store => store.list().next()],
  ['readIdentity', store => store.readIdentity()],
  ['writeIdentity', store => store.writeIdentity('0123456789abcdefghij')],
]

const troubles: readonly (readonly [name: string, cause: (server: S3Server) => Store | Promise<Store>])[] = [
  ['a wrong key', server => openS3(server, { ...s3Secrets, accessKeyId: 'ANOTHERKEY' }).store],
  ['a wrong secret', server => openS3(server, { ...s3Secrets, secretAccessKey: 'another-secret' }).store],
  [
    'a deleted bucket',
    server => {
      server.isBucketGone = true
      return openS3(server).store
    },
  ],
  [
    'a server that is away',
    async server => {
      await server.stop()
      return openS3(server).store
    },
  ],
]

describe.each(troubles)('%s', (_, cause) => {
  test.each(operations)('is a 503 store_unavailable of %s, which says no key', async (_, run) => {
    const store = await cause(startS3Server())
    const reason = await error(run(store))
    expect(reason).toBeInstanceOf(StoreUnavailable)
    expect(reason).not.toBeInstanceOf(FileLost)
    expect(reason).toMatchObject({ code: 'store_unavailable', status: 503, headers: { 'Retry-After': '1' } })
    const said = inspect([reason, store], { depth: 10, showHidden: true })
    expect(said).not.toMatch(/TESTACCESSKEY|ANOTHERKEY|a-secret|another-secret|Signature=|X-Amz/i)
    expect(said).toContain('s3://files/some/prefix')
  })
})

test.each(operations.filter(([name]) => name !== 'delete'))(
  'a server that is busy twice is asked a third time: %s',
  async (name, run) => {
    const { server, store, pauses } = openS3()
    if (name === 'open') await putBytes(store, 'some bytes')
    pauses.length = 0
    server.failures.push(503, 503)
    await run(store)
    expect(pauses).toEqual([200, 800])
    server.failures.push(503, 500, 429)
    expect(await error(run(store))).toBeInstanceOf(StoreUnavailable)
  },
)

test('a delete is sent once, whatever happens', async () => {
  const { server, store, pauses } = openS3()
  server.failures.push(503)
  expect(await error(store.delete(sha256, 30_000))).toBeInstanceOf(StoreUnavailable)
  expect([pauses, server.requests.length]).toEqual([[], 1])
})

test('a delete without a response ends after its limit', async () => {
  const { server, store } = openS3()
  server.failures.push('hang')
  const reason = await error(store.delete(sha256, 50))
  expect(inspect(reason)).toContain('no response in 50 ms')
  expect(reason).toBeInstanceOf(StoreUnavailable)
})

test('a refusal is not tried again', async () => {
  const { server, pauses, store } = openS3(startS3Server(), { ...s3Secrets, secretAccessKey: 'another' })
  expect(await error(store.open(sha256))).toBeInstanceOf(StoreUnavailable)
  expect([pauses, server.requests.length]).toEqual([[], 1])
})

test('a put whose bytes did not arrive is sent again', async () => {
  const { server, store, pauses } = openS3()
  // The question whether the store is there, then the put.
  const { path } = writeUpload('some bytes')
  const put = store.put(sha256, path)
  await untilRequest(server, 1)
  server.failures.push('cut')
  await put
  expect(pauses).toEqual([200])
  expect(await readBytes(await store.open(sha256))).toEqual(new TextEncoder().encode('some bytes'))
})

async function untilRequest(server: S3Server, count: number): Promise<void> {
  while (server.requests.length < count) await Bun.sleep(0)
}

test('what a reader stops to read is not downloaded to its end', async () => {
  const { store } = openS3()
  const large = await putBytes(store, new Uint8Array(32 * 1024 * 1024))
  const { body } = await store.open(large)
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const { value } = await reader.read()
  expect(value?.length).toBeLessThan(16 * 1024 * 1024)
  await reader.cancel()
  expect(await store.stat(large)).toEqual({ size: 32 * 1024 * 1024 })
})
