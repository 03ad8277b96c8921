// The demo space of an invented publishing house: its records as NDJSON, and the pictures that they name.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import demo from './demo.ndjson' with { type: 'text' }
import { demoPictures } from './pictures.generated.ts'

export const demoRecords: string = demo

/** Copies the pictures into a folder. An import reads files, and those of an executable are embedded in it. */
export async function writeDemoPictures(folder: string): Promise<void> {
  for (const [path, source] of demoPictures) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, await Bun.file(source).bytes())
  }
}
