// Imports the books of `npm run bench queries` into a new space.
import { join } from 'node:path'
import { type Sizes, toBookRecords } from './books.ts'
import { type FilledSpace, importFile, writeRecords } from './fill.ts'
import type { Frontlist } from './processes.ts'
import type { Workplace } from './workplace.ts'

export async function importBooks(
  frontlist: Frontlist,
  sizes: Sizes,
  isIndexed: boolean,
  slug: string,
  workplace: Workplace,
): Promise<FilledSpace> {
  const file = join(workplace.folder, `${slug}.ndjson`)
  await writeRecords(file, toBookRecords(sizes, isIndexed))
  const { books, authors, countries, categories } = sizes
  const filled = await importFile(frontlist, file, books + authors + countries + categories, slug)
  await Bun.file(file).delete()
  return filled
}
