// Writes the files of an export into one folder, each named by its SHA-256. An import reads them together with the lines.
import { constants, createWriteStream } from 'node:fs'
import { access, lstat, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Refusal } from '../../base/errors.ts'
import type { Store } from '../../media/stores/store.ts'

/** Creates the folder. Throws a Refusal if it is not writable. */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Refusal(
      code === 'EEXIST'
        ? `"${folder}" is a file. Give --assets a folder; it is created if it does not exist.`
        : `The folder "${folder}" cannot be written to (${code}). Give --assets another one.`,
    )
  }
}

/** Writes the files, and skips those that exist with the right size. Returns the number of files written. */
export async function writeFiles(store: Store, folder: string, files: Iterable<string>): Promise<number> {
  let written = 0
  for (const sha256 of files) if (await writeFile(store, folder, sha256)) written++
  return written
}

async function writeFile(store: Store, folder: string, sha256: string): Promise<boolean> {
  const path = join(folder, sha256)
  // Symbolic links are not followed: the file replaces a link of this name.
  const [present, stored] = [await lstat(path).catch(() => null), await store.stat(sha256)]
  if (present?.isFile() && present.size === stored?.size) return false
  const partial = `${path}.part`
  try {
    // Removes what a killed export has left.
    await rm(partial, { force: true })
    const { body } = await store.open(sha256)
    const hasher = new Bun.CryptoHasher('sha256')
    const bytes = Readable.fromWeb((body instanceof Blob ? body.stream() : body) as NodeStream)
    bytes.on('data', (part: Uint8Array) => hasher.update(part))
    await pipeline(bytes, createWriteStream(partial, { flags: 'wx', mode: 0o644 }))
    if (hasher.digest('hex') !== sha256)
      throw new Refusal(`The stored file ${sha256} is damaged. frontlist assets verify names all that are.`)
    await rename(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
  return true
}
