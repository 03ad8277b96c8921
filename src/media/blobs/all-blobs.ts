// Iterates over all blobs in pages.
import type { Reads } from '../../database/database.ts'
import { listBlobs } from './blob-lists.store.ts'
import type { BlobRow } from './blobs.store.ts'

const pageLength = 500

/** Yields the pages of `list`, which is called with the last hash of the previous page until it returns no rows. */
export async function* inPages<Row extends { readonly sha256: string }>(
  list: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const page: readonly Row[] = await list(after)
    if (page.length > 0) yield page
    after = page.at(-1)?.sha256
  }
}

/** Yields the blobs that are not being removed, in ascending order of their hashes. */
export async function* storedBlobs(reads: Reads): AsyncGenerator<BlobRow> {
  for await (const page of inPages(after => listBlobs(reads, after, pageLength))) {
    yield* page.filter(({ removing }) => removing === null)
  }
}
