// Saves what an import has made for the next run, because importing a million books takes far longer than querying them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './options.ts'

interface SavedRun<Spaces> {
  readonly books: number
  readonly spaces: Spaces
}

/** What an earlier run has imported into the folder; imports it if there is none, and always without a folder. */
export async function savedOr<Spaces>(
  folder: string | undefined,
  books: number,
  fill: () => Promise<Spaces>,
): Promise<Spaces> {
  if (folder === undefined) return fill()
  const file = Bun.file(join(folder, 'spaces.json'))
  if (await file.exists()) {
    const saved = (await file.json()) as SavedRun<Spaces>
    if (saved.books === books) return saved.spaces
    throw new UsageError(`${folder} has ${saved.books} books: use --books ${saved.books}, or another folder.`)
  }
  mkdirSync(folder, { recursive: true })
  const spaces = await fill()
  await file.write(`${JSON.stringify({ books, spaces } satisfies SavedRun<Spaces>)}\n`)
  return spaces
}
