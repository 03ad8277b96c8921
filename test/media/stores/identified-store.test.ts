// A store that turns out to be another one while it is in use.
import { expect, test } from 'bun:test'
import { createIdentifiedStore } from '../../../src/media/stores/identified-store.ts'
import { openStore } from '../../../src/media/stores/open-store.ts'
import { StoreUnavailable } from '../../../src/media/stores/store.ts'
import { putBytes, readBytes, sha256Of, storeOptions } from '../../kit/files/stores.ts'
import { makeFolder } from '../../kit/test-folder.ts'

function openChecked() {
  const plain = openStore(`file:${makeFolder()}`, storeOptions)
  const state = { now: 0, isRight: true, checks: 0 }
  const check = async () => {
    state.checks += 1
    if (!state.isRight) throw new StoreUnavailable('another store')
  }
  return { state, plain, store: createIdentifiedStore(plain, check, () => state.now) }
}

test('one check serves all reads for a minute', async () => {
  const { state, store } = openChecked()
  const sha256 = await putBytes(store, 'bytes')
  await Promise.all([store.open(sha256), store.stat(sha256)])
  await store.delete(sha256, 1000)
  state.now = 59_999
  await store.stat(sha256)
  expect(state.checks).toBe(1)
  state.now = 60_000
  await Promise.all([store.stat(sha256), store.stat(sha256)])
  expect(state.checks).toBe(2)
})

test('a file is opened without a promise only while the store is known to be right', async () => {
  const { state, plain, store } = openChecked()
  const sha256 = await putBytes(plain, 'bytes')
  expect(store.openNow(sha256)).toBeNull()
  await store.stat(sha256)
  const opened = store.openNow(sha256)
  expect([opened?.size, await new Response(opened?.body).text()]).toEqual([5, 'bytes'])
  expect(store.openNow(sha256Of('missing'))).toBeNull()
  state.now = 60_000
  expect(store.openNow(sha256)).toBeNull()
  state.isRight = false
  await store.stat(sha256)
  await expect(store.stat(sha256)).rejects.toThrow(StoreUnavailable)
  expect(store.openNow(sha256)).toBeNull()
})

test('nothing is stored, deleted or read in a store that was wrong from the start, until it is right', async () => {
  const { state, plain, store } = openChecked()
  state.isRight = false
  const stored = await putBytes(plain, 'stored')
  for (const work of [
    () => putBytes(store, 'bytes'),
    () => store.delete(stored, 1000),
    () => store.open(stored),
    () => store.list().next(),
  ]) {
    expect(await work().catch(reason => reason)).toBeInstanceOf(StoreUnavailable)
  }
  expect(await plain.stat(sha256Of('bytes'))).toBeNull()
  expect(state.checks).toBe(1)
  state.isRight = true
  state.now = 1000
  expect(await readBytes(await store.open(stored))).toHaveLength(6)
})

test('a store that becomes another is not written to again, and not read after the check', async () => {
  const { state, plain, store } = openChecked()
  const stored = await putBytes(store, 'stored')
  state.isRight = false
  expect(await putBytes(store, 'at once').catch(reason => reason)).toBeInstanceOf(StoreUnavailable)
  expect(await plain.stat(sha256Of('at once'))).toBeNull()
  state.isRight = true
  state.now = 1000
  await store.stat(stored)
  state.isRight = false
  state.now = 2000
  expect(await store.delete(stored, 1000).catch(reason => reason)).toBeInstanceOf(StoreUnavailable)
  expect(await plain.stat(stored)).toEqual({ size: 6 })
  state.now = 60_000
  expect(await putBytes(store, 'bytes').catch(reason => reason)).toBeInstanceOf(StoreUnavailable)
  expect(await plain.stat(sha256Of('bytes'))).toBeNull()
  expect(await store.open(stored).catch(reason => reason)).toBeInstanceOf(StoreUnavailable)
})
