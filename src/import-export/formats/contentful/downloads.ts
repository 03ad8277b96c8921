// Checks the files that were downloaded with an export. The export tool reports success even if a download fails, and
// then leaves an empty file, a part of one, or an error page.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { markupType, unknownType } from '../../../base/content-type.ts'
import { inspectFile } from '../../../media/receive/receive-file.ts'
import { isObject, listOf, property, textOf } from '../../read/unknown-json.ts'
import { toUrl } from './assets.ts'
import { type HasFile, toPath } from './stored-assets.ts'

/** Checks the file of each asset in the export. */
export async function findDownloads(source: unknown, folder: string): Promise<HasFile> {
  const sound = new Set<string>()
  for (const file of listOf(property(source, 'assets')).flatMap(listFiles)) {
    const url = toUrl(textOf(property(file, 'url')))
    const path = url === null ? null : toPath(url)
    if (path === null || sound.has(path)) continue
    const type = textOf(property(file, 'contentType')) ?? ''
    if (await isSound(join(folder, path), type)) sound.add(path)
  }
  return path => sound.has(path)
}

/** Lists the files by locale. An export of a single locale has the file itself. */
function listFiles(asset: unknown): readonly unknown[] {
  const file = property(asset, 'fields', 'file')
  return isObject(file) ? [file, ...Object.values(file)] : []
}

/** Checks whether the file is usable. Anything but a regular file, such as a link, is not opened. */
async function isSound(path: string, type: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null)
  if (stats === null || !stats.isFile() || stats.size === 0) return false
  // The import reports files that it may not read.
  const found = await inspectFile(path).catch(() => unknownType)
  return found !== null && !(found === markupType && hasNoMarkup.test(type))
}

/** Matches types that are never markup. SVG is markup, and a file of another type may be SVG too. */
const hasNoMarkup = /^(?:image\/(?!svg)|video\/|audio\/|font\/|application\/pdf)/
