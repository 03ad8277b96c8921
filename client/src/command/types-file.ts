// The file of generated types: read, compared and replaced.
import { access, constants, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from './schema-source.ts'

/** Null if there is no file. */
export async function readTypes(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new CommandError(`${file} cannot be read: ${error.code}.`)
  })
}

/** Writes beside the file and renames, so that nobody reads a part of it. */
export async function writeTypes(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    const target = await realpath(file).catch(() => file)
    await requireWritable(target)
    const beside = `${target}.${process.pid}.tmp`
    try {
      await writeFile(beside, text, { flag: 'wx' })
      await rename(beside, target)
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code ?? error}.`)
  }
}

/** Renaming would replace a file that nobody may write to. */
async function requireWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (found === null) return
  if (!found.isFile()) throw Object.assign(new Error(), { code: 'it is no file' })
  await access(file, constants.W_OK)
  if ((found.mode & 0o222) === 0) throw Object.assign(new Error(), { code: 'EACCES' })
}

/** Whether both have the same types: the first line and the ends of lines may differ. */
export function hasSameTypes(before: string, after: string): boolean {
  const typesOf = (text: string) => text.replaceAll('\r\n', '\n').replace(/^\/\/.*\n/, '')
  return typesOf(before) === typesOf(after)
}
