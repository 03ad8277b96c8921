// What a folder does that other stores do not: moving files into their places, full disks, temporary files.
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemRandom } from '../../../src/base/ids.ts'
import { toProblem } from '../../../src/http/problem.ts'
import { openStore } from '../../../src/media/stores/open-store.ts'
import { FileLost, StoreUnavailable } from '../../../src/media/stores/store.ts'
import {
  newTemporaryPath,
  removeAbandonedFiles,
  removeFilesBefore,
} from '../../../src/media/stores/temporary-files.ts'
import { cleanUpLater } from '../../kit/cleanup.ts'
import { keepMounts, whyNoMounts } from '../../kit/files/mounts.ts'
import { putBytes, readBytes, sha256Of, storeOptions, writeUpload } from '../../kit/files/stores.ts'
import { makeFolder } from '../../kit/test-folder.ts'

test('a file is at ab/cd/SHA256, and its temporary file is gone', async () => {
  const folder = makeFolder()
  const store = openStore(`file:${folder}`, storeOptions)
  const { path, sha256 } = writeUpload('some bytes')
  await store.put(sha256, path)
  const stored = join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  expect(readFileSync(stored, 'utf8')).toBe('some bytes')
  expect(existsSync(path)).toBe(false)
})

describe.skipIf(whyNoMounts() !== null)('with disks of their own', () => {
  const openOnDisk = () => {
    const mounts = keepMounts()
    cleanUpLater(() => mounts.end())
    const folder = mounts.mountMemory(1)
    return { folder, store: openStore(`file:${folder}`, storeOptions) }
  }

  test('a file of another disk is copied, and nothing else is left in the store', async () => {
    const { folder, store } = openOnDisk()
    const sha256 = await putBytes(store, 'some bytes')
    expect(new TextDecoder().decode(await readBytes(await store.open(sha256)))).toBe('some bytes')
    expect(readdirSync(join(folder, 'temporary'))).toEqual([])
  })

  test('a full disk is a 503 storage_full, and leaves nothing behind', async () => {
    const { folder, store } = openOnDisk()
    const { path, sha256 } = writeUpload(new Uint8Array(3_000_000))
    const error = await store.put(sha256, path).catch(reason => reason)
    expect(toProblem(error)).toMatchObject({ code: 'storage_full', status: 503 })
    expect(readdirSync(join(folder, 'temporary'))).toEqual([])
    expect(await store.stat(sha256)).toBeNull()
    await putBytes(store, 'some bytes')
  })
})

test('without its folder a store is unavailable, and no file counts as lost', async () => {
  const folder = makeFolder()
  const store = openStore(`file:${folder}`, storeOptions)
  const sha256 = await putBytes(store, 'some bytes')
  rmSync(folder, { recursive: true })
  const all: (() => Promise<unknown>)[] = [
    () => store.open(sha256),
    () => store.stat(sha256),
    () => store.delete(sha256, 1000),
  ]
  for (const work of all) {
    const error = await work().catch(reason => reason)
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).not.toBeInstanceOf(FileLost)
  }
})

test('a file that is shorter than the range is not sent', async () => {
  const store = openStore(`file:${makeFolder()}`, storeOptions)
  const sha256 = await putBytes(store, 'some bytes')
  await expect(store.open(sha256, { start: 5, end: 11 })).rejects.toBeInstanceOf(StoreUnavailable)
})

test('what a store holds beside its files, and an invalid id, are not taken for its own', async () => {
  const folder = makeFolder()
  const store = openStore(`file:${folder}`, storeOptions)
  const sha256 = sha256Of('bytes')
  mkdirSync(join(folder, 'ab/cd'), { recursive: true })
  writeFileSync(join(folder, 'ab/cd', sha256), 'in the wrong place')
  writeFileSync(join(folder, 'ab/cd/notes.txt'), 'notes')
  expect((await store.list().next()).done).toBe(true)
  writeFileSync(join(folder, 'frontlist-store'), 'notes')
  await expect(store.readIdentity()).rejects.toBeInstanceOf(StoreUnavailable)
})

test('a start removes temporary files of ended processes of its host, and no others', async () => {
  const folder = makeFolder()
  const write = async (host: string, process: number) => {
    const path = await newTemporaryPath(folder, { host, process }, systemRandom)
    writeFileSync(path, 'bytes')
    return path
  }
  const [own, ended, running, elsewhere] = [
    await write('web.1', 7),
    await write('web.1', 8),
    await write('web.1', 9),
    await write('web.2', 8),
  ]
  writeFileSync(join(folder, 'notes.txt'), 'notes')
  const isRunning = (process: number) => process === 9
  expect(await removeAbandonedFiles(folder, { host: 'web.1', process: 7 }, isRunning)).toBe(2)
  expect([own, ended, running, elsewhere].map(path => existsSync(path))).toEqual([false, false, true, true])
  expect(existsSync(join(folder, 'notes.txt'))).toBe(true)
})

test('temporary files that were not written to for long are removed, of every host', async () => {
  const folder = makeFolder()
  const [old, recent] = await Promise.all(
    [1_000, 3_000].map(async time => {
      const path = await newTemporaryPath(folder, { host: 'web', process: 1 }, systemRandom)
      writeFileSync(path, 'bytes')
      utimesSync(path, time, time)
      return path
    }),
  )
  expect(await removeFilesBefore(folder, 2_000_000)).toBe(1)
  expect([existsSync(old ?? ''), existsSync(recent ?? '')]).toEqual([false, true])
  expect(await removeFilesBefore(join(folder, 'missing'), 2_000_000)).toBe(0)
})
