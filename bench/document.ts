// The parts of documents that a benchmark writes: what stands between two markers.
import { join } from 'node:path'
import { type ResultName, resultsFile } from './results.ts'
import { showProgress } from './terminal.ts'

const performanceFile = join(import.meta.dir, '../docs/performance.md')
const endMarker = '<!-- end of results -->'

/** The document with what `write` makes in place of what stands between the markers. */
export function replaceBetween(document: string, begin: string, end: string, write: () => string): string {
  const from = document.indexOf(begin)
  const to = document.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`The document has lost its markers: ${begin}`)
  return `${document.slice(0, from)}${begin}\n${write()}${document.slice(to)}`
}

/** docs/performance.md with these results in its section of this name. */
export function updateSection(document: string, name: ResultName, text: string): string {
  const script = name === 'bench' ? 'bench' : `bench:${name}`
  return replaceBetween(document, `<!-- results: written by \`npm run ${script}\` -->`, endMarker, () => text)
}

interface Kept {
  readonly name: ResultName
  readonly results: object
  readonly markdown: string
}

/** Into the file that is asked for; otherwise into the project, unless they mean nothing. */
export async function keepResults(
  { name, results, markdown }: Kept,
  { out, isQuick }: { out: string | null; isQuick: boolean },
): Promise<void> {
  showProgress('')
  const text = `${JSON.stringify(results, null, 2)}\n`
  if (out !== null) await Bun.write(out, text)
  else if (!isQuick) {
    await Bun.write(resultsFile(name), text)
    const document = await Bun.file(performanceFile).text()
    await Bun.write(performanceFile, updateSection(document, name, markdown))
  }
}
