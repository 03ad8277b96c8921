// Backs up an embedded database while reads and writes continue.
import { Database as BunDatabase } from 'bun:sqlite'
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Refusal } from '../../base/errors.ts'

/** The time limit for a lock that another process holds. */
const busyTimeoutMs = 10_000

/** Writes a file that is complete or absent: it is written under another name, synced, then renamed. */
export function backup(source: string, target: string): void {
  if (target === '') throw new Refusal('The name of the file is empty. Name the file to write.')
  const path = resolve(target)
  if (existsSync(path)) throw new Refusal(`${target} already exists; a backup does not overwrite a file.`)
  if (!existsSync(dirname(path))) throw new Refusal(`The folder of ${target} does not exist.`)
  const partial = `${path}.partial`
  makeEmpty(partial, target)
  const connection = new BunDatabase(source, { readwrite: true, create: false })
  try {
    connection.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
    connection.query('vacuum into ?').run(partial)
    sync(partial)
    renameSync(partial, path)
    sync(dirname(path))
  } catch (error) {
    removeQuietly(partial, `${partial}-journal`)
    throw error
  } finally {
    connection.close()
  }
}

/** Creates an empty private file. An existing one is removed first, because it would keep its mode. */
function makeEmpty(partial: string, target: string): void {
  removeQuietly(partial)
  try {
    closeSync(openSync(partial, 'wx', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Refusal(
      `${target} cannot be written (${code}). Name a file in a folder that can be written to.`,
    )
  }
}

/** Removes files and ignores errors, which must not hide why the backup failed. */
function removeQuietly(...paths: string[]): void {
  for (const path of paths) {
    try {
      rmSync(path, { force: true })
    } catch {}
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
