// What every store does, whatever it is.
import { describe, expect, test } from 'bun:test'
import { FileLost, type Store } from '../../../src/media/stores/store.ts'
import { putBytes, readBytes, sha256Of, storeKinds, writeUpload } from '../../kit/files/stores.ts'

const mebibyte = 1024 * 1024
const textOf = async (opened: ReturnType<Store['open']>) =>
  new TextDecoder().decode(await readBytes(await opened))

async function listAll(store: Store) {
  const pages = []
  for await (const page of store.list()) pages.push(page)
  return pages
}

for (const [kind, openNew] of storeKinds) {
  describe(kind, () => {
    test('gives back the bytes that were stored, whole and in ranges', async () => {
      const store = openNew()
      const sha256 = await putBytes(store, 'some bytes')
      expect((await store.open(sha256)).size).toBe(10)
      expect(await textOf(store.open(sha256))).toBe('some bytes')
      expect((await store.open(sha256, { start: 0, end: 4 })).size).toBe(4)
      expect(await textOf(store.open(sha256, { start: 0, end: 4 }))).toBe('some')
      expect(await textOf(store.open(sha256, { start: 9, end: 10 }))).toBe('s')
      expect(await store.stat(sha256)).toEqual({ size: 10 })
    })

    test('holds large files unchanged', async () => {
      const store = openNew()
      const bytes = new Uint8Array(24 * mebibyte).map((_, index) => index * 7 + (index >> 13))
      const sha256 = await putBytes(store, bytes)
      expect(await store.stat(sha256)).toEqual({ size: bytes.length })
      expect(sha256Of(await readBytes(await store.open(sha256)))).toBe(sha256)
      const part = await store.open(sha256, { start: 5 * mebibyte, end: 21 * mebibyte })
      expect(sha256Of(await readBytes(part))).toBe(sha256Of(bytes.slice(5 * mebibyte, 21 * mebibyte)))
    })

    test('replaces a file that is damaged when it is stored again', async () => {
      const store = openNew()
      const { sha256 } = writeUpload('right')
      await store.put(sha256, writeUpload('damaged').path)
      await store.put(sha256, writeUpload('right').path)
      expect(await textOf(store.open(sha256))).toBe('right')
    })

    test('says that it has lost a file, and knows no size of one', async () => {
      const store = openNew()
      await putBytes(store, 'another')
      const missing = sha256Of('missing')
      await expect(store.open(missing)).rejects.toBeInstanceOf(FileLost)
      expect(await store.stat(missing)).toBeNull()
    })

    test('deletes a file, and one that is not there', async () => {
      const store = openNew()
      const sha256 = await putBytes(store, 'some bytes')
      await store.delete(sha256, 30_000)
      expect(await store.stat(sha256)).toBeNull()
      await store.delete(sha256, 30_000)
    })

    test('lists 2,500 files in pages, in the order of their hashes, and nothing else that is there', async () => {
      const store = openNew()
      const names: string[] = []
      for (let number = 0; number < 2500; number++) names.push(await putBytes(store, `file ${number}`))
      await store.writeIdentity('0123456789abcdefghij')
      const pages = await listAll(store)
      expect(pages.length).toBeGreaterThan(2)
      expect(Math.max(...pages.map(page => page.length))).toBeLessThanOrEqual(1000)
      expect(pages.flat().map(({ sha256 }) => sha256)).toEqual(names.sort())
      expect(pages.flat()[0]?.size).toBeGreaterThan(5)
    })

    test('lists nothing where it was never written to', async () => {
      expect(await listAll(openNew())).toEqual([])
    })

    test('keeps the first id that is written to it', async () => {
      const store = openNew()
      expect(await store.readIdentity()).toBeNull()
      expect(await store.writeIdentity('0123456789abcdefghij')).toBe('0123456789abcdefghij')
      expect(await store.writeIdentity('another-id'.padEnd(20, '0'))).toBe('0123456789abcdefghij')
      expect(await store.readIdentity()).toBe('0123456789abcdefghij')
    })

    test('stores nothing under a name that is no SHA-256', async () => {
      const store = openNew()
      for (const name of ['../../etc/passwd', '', 'AB'.repeat(32), `${'ab'.repeat(32)}/x`]) {
        const { path } = writeUpload('bytes')
        await expect(store.put(name, path)).rejects.toThrow('Not the SHA-256')
      }
    })
  })
}
