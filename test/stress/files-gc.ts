// A store of many small files, of which some are unused, and how long it takes to remove those.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runInParts } from '../../src/database/bulk.ts'
import { collectGarbage } from '../../src/media/blobs/collect-garbage.ts'
import { openStore } from '../../src/media/stores/open-store.ts'
import { toKey } from '../../src/media/stores/store.ts'
import { type FileSpace, toBlob } from '../kit/app/file-space.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import { sha256Of, storeOptions } from '../kit/files/stores.ts'
import { makeFolder } from '../kit/test-folder.ts'
import type { Findings } from './runner.ts'

export interface GarbageSize {
  readonly files: number
  /** One of so many is unused. */
  readonly unused: number
}

/** Written past the store, which would wait for the disk for each. */
export async function fillStore({ database, space, time }: TestSpace, { files, unused }: GarbageSize) {
  const folder = makeFolder()
  const texts = Array.from({ length: files }, (_, index) => `file ${index}`)
  const hashes = texts.map(text => sha256Of(text))
  for (const [index, sha256] of hashes.entries()) {
    const path = join(folder, toKey(sha256))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, texts[index] ?? '')
  }
  const rows = hashes.map((sha256, index) => {
    const { contentType, width, height, thumbhash } = toBlob(sha256, 10)
    const size = texts[index]?.length ?? 0
    return {
      sha256,
      size,
      content_type: contentType,
      width,
      height,
      thumbhash,
      stored_at: time.now,
      removing: null,
      unreadable: 0 as const,
    }
  })
  const uses = hashes.filter((_, index) => index % unused > 0).map(sha256 => ({ sha256, space }))
  const columns = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[]
  await database.transaction(async writes => {
    await runInParts(writes, 'test blobs', columns, rows, batch => writes.insertInto('blob').values(batch))
    await runInParts(writes, 'test uses', ['sha256', 'space'], uses, batch =>
      writes.insertInto('blob_use').values(batch),
    )
  })
  const store = openStore(`file:${folder}`, storeOptions)
  const options: FileSpace['options'] = { database, store, clock: () => time.now, wait: Bun.sleep }
  return { options, used: uses.map(({ sha256 }) => sha256) }
}

export async function runGarbage(testSpace: TestSpace, findings: Findings, size: GarbageSize): Promise<void> {
  const { options, used } = await fillStore(testSpace, size)
  testSpace.time.now += 25 * 60 * 60 * 1000
  const startedAt = performance.now()
  const report = await collectGarbage({
    ...options,
    isDryRun: false,
    removeImages: async () => 0,
    temporaryFolders: [],
  })
  const seconds = (performance.now() - startedAt) / 1000
  findings.say(`${report.blobs} of ${size.files} files removed in ${seconds.toFixed(1)} s`)
  findings.claim(report.blobs === size.files - used.length, 'every unused file is removed')
  let left = 0
  for await (const page of options.store.list()) left += page.length
  findings.claim(left === used.length, 'every file in use is left')
  findings.claim(
    seconds <= (30 * size.files) / 100_000,
    'garbage collection takes at most 30 s for 100,000 files',
  )
}
