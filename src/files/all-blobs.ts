// Going through all blobs in pages.
import type { Reads } from '../database/database.ts'
import { listBlobs } from './blob-lists.store.ts'
import type { BlobRow } from './blobs.store.ts'

const pageLength = 500

/** Calls `list` with the last hash that it returned, until it returns none. */
export async function* inPages<Row extends { readonly sha256: string }>(
  list: (after: string, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after = ''
  for (;;) {
    const page = await list(after, pageLength)
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.sha256
  }
}

/** Those that are not being removed, ascending by their hash. */
export async function* storedBlobs(reads: Reads): AsyncGenerator<BlobRow> {
  for await (const blob of inPages((after, limit) => listBlobs(reads, after, limit))) {
    if (blob.removing === null) yield blob
  }
}
