// One large file to a store and back, read slowly, and the memory that this takes.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../src/storage/open-store.ts'
import type { Store } from '../../src/storage/store.ts'
import { putBytes, storeOptions } from '../kit/stores.ts'
import { makeFolder } from '../kit/test-folder.ts'
import type { Findings } from './runner.ts'

const mebibyte = 1024 * 1024

async function writeLarge(mebibytes: number) {
  const path = join(makeFolder(), 'large')
  const hash = createHash('sha256')
  const file = createWriteStream(path)
  const part = Buffer.alloc(mebibyte)
  for (let index = 0; index < mebibytes; index++) {
    part.writeUInt32LE((index * 2654435761) >>> 0, 0)
    part.fill(part.subarray(0, 4))
    hash.update(part)
    const copy = Buffer.from(part)
    await new Promise(resolve => file.write(copy, resolve))
  }
  await new Promise(resolve => file.end(resolve))
  return { path, sha256: hash.digest('hex') }
}

/** Of this process, in MiB. */
const memoryNow = () => process.memoryUsage.rss() / mebibyte

async function withPeak<Result>(work: () => Promise<Result>): Promise<{ result: Result; peak: number }> {
  let peak = memoryNow()
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryNow())
  }, 20)
  try {
    return { result: await work(), peak }
  } finally {
    clearInterval(timer)
  }
}

/** Pauses after each part, as a slow client would. */
async function readSlowly(store: Store, sha256: string, pauses: number): Promise<string> {
  const { body, size } = await store.open(sha256)
  const hash = createHash('sha256')
  let read = 0
  let paused = 0
  for await (const part of body instanceof Blob ? body.stream() : body) {
    hash.update(part)
    read += part.length
    if (read / size > paused / pauses) {
      paused += 1
      await Bun.sleep(100)
    }
  }
  return hash.digest('hex')
}

export async function runLargeFiles(
  address: string,
  findings: Findings,
  { mebibytes, pauses }: { readonly mebibytes: number; readonly pauses: number },
): Promise<void> {
  const store = openStore(address, storeOptions)
  const small = await putBytes(store, 'a small file')
  await readSlowly(store, small, 1)
  const { path, sha256 } = await writeLarge(mebibytes)
  Bun.gc(true)
  const before = memoryNow()
  const put = await withPeak(() => store.put(sha256, path))
  Bun.gc(true)
  const read = await withPeak(() => readSlowly(store, sha256, pauses))
  const { size } = (await store.stat(sha256)) ?? { size: 0 }
  const figures = [before, put.peak, read.peak].map(each => each.toFixed(0))
  findings.say(
    `memory in MiB: before ${figures[0]}, while storing ${figures[1]}, while reading slowly ${figures[2]}`,
  )
  findings.claim(size === mebibytes * mebibyte, 'the file is stored whole')
  findings.claim(read.result === sha256, 'the bytes that are read are those that were stored')
  findings.claim(put.peak - before <= 64, 'storing takes at most 64 MiB more')
  findings.claim(read.peak - before <= 64, 'reading slowly takes at most 64 MiB more')
}
