// The files that were downloaded with an export. The export tool reports success where a download fails, and leaves an empty
// file, a part of one, or the page that said what was wrong: none of these is the file of the asset.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { markupType, unknownType } from '../../../base/content-type.ts'
import { inspectFile } from '../../../media/receive/inspect-file.ts'
import { isObject, listOf, property, textOf } from '../../read/unknown-json.ts'
import { toUrl } from './assets.ts'
import { type HasFile, toPath } from './stored-assets.ts'

/** Looks at the file of each asset of the export. */
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

/** By locale; an export that was made for one locale has the file itself. */
function listFiles(asset: unknown): readonly unknown[] {
  const file = property(asset, 'fields', 'file')
  return isObject(file) ? [file, ...Object.values(file)] : []
}

/** What is no regular file, such as a link, is not looked into. */
async function isSound(path: string, type: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null)
  if (stats === null || !stats.isFile() || stats.size === 0) return false
  // Of a file that nobody may read, the import says so.
  const found = await inspectFile(path).catch(() => unknownType)
  return found !== null && !(found === markupType && hasNoMarkup.test(type))
}

/** SVG is markup, and what is not known as such may still be meant so. */
const hasNoMarkup = /^(?:image\/(?!svg)|video\/|audio\/|font\/|application\/pdf)/
