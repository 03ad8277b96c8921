// Finds the files of an import below a folder, checks and stores them before the import is prepared. A file whose asset
// is not written in the end is unused, and is deleted like other unused files.
import { lstat, realpath, rm } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import { Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { findAssetOfBlob } from '../../content/tables/assets.store.ts'
import type { Database } from '../../database/database.ts'
import type { NewBlob } from '../../media/blobs/blobs.store.ts'
import type { BlobOptions } from '../../media/blobs/blobs.ts'
import { describeRefusal } from '../../media/formats/file-problems.ts'
import {
  type ReceivedFile,
  type ReceiveOptions,
  receivePath,
  type StoreReceivedOptions,
  storeReceived,
} from '../../media/receive/receive-file.ts'
import type { ImportError, LocatedAsset } from './first-pass.ts'
import { toWhereText } from './import-source.ts'
import type { AssetRecord } from './records.ts'

/** The folder of an import's files, and the store that receives them. */
export interface ImportFiles
  extends Pick<BlobOptions, 'store' | 'wait'>,
    Pick<StoreReceivedOptions, 'placeholders'> {
  /** The folder that paths in `file` are relative to. */
  readonly folder: string
  readonly receive: ReceiveOptions
}

/** An asset of the source with its bytes. */
export interface ImportedAsset extends LocatedAsset {
  readonly sha256: string
  /** Null if the bytes must already be in the space. */
  readonly blob: NewBlob | null
}

export interface ImportedAssets {
  readonly list: readonly ImportedAsset[]
  readonly errors: readonly ImportError[]
}

interface ReceiveAssetsOptions {
  readonly database: Database
  /** Null if the space does not exist yet. */
  readonly space: SpaceId | null
  readonly clock: Clock
  /** Called for the first file. */
  readonly files: (() => ImportFiles) | undefined
  /** False to only inspect the files. */
  readonly isStored: boolean
  readonly onProgress: (done: number) => void
}

export async function receiveAssets(
  assets: Iterable<LocatedAsset>,
  options: ReceiveAssetsOptions,
): Promise<ImportedAssets> {
  const list: ImportedAsset[] = []
  const errors: ImportError[] = []
  for (const { where, record } of assets) {
    const found = await receiveAsset(record, options)
    if ('error' in found) errors.push({ where: toWhereText(where), message: found.error })
    else list.push({ where, record, ...found })
    options.onProgress(list.length)
  }
  return { list, errors }
}

type Received = Pick<ImportedAsset, 'sha256' | 'blob'> | { readonly error: string }

async function receiveAsset(record: AssetRecord, options: ReceiveAssetsOptions): Promise<Received> {
  const { file, sha256 } = record
  if (file === undefined) return { sha256: sha256!, blob: null }
  if (options.files === undefined) return { error: missing(file) }
  const files = options.files()
  const located = await locate(files.folder, file)
  if ('error' in located) return located
  const digest = await hashOf(located.path)
  if (sha256 !== undefined && digest !== sha256) return { error: `The SHA-256 of "${file}" is ${digest}.` }
  if (await hasBytes(options, digest)) return { sha256: digest, blob: null }
  try {
    const received = await receivePath(located.path, files.receive)
    await keep(received, record, files, options)
    const { path: _, metadataRemoved: __, ...blob } = received
    return {
      sha256: blob.sha256,
      blob: { ...blob, thumbhash: record.thumbhash ?? null, isUnreadable: false },
    }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { error: describeRefusal(file, error) }
  }
}

/** Checks whether the space has the bytes, because several lines and imports may have the same file. */
function hasBytes({ database, space }: ReceiveAssetsOptions, sha256: string): Promise<boolean> {
  if (space === null) return Promise.resolve(false)
  return database.snapshot(space, async reads => (await findAssetOfBlob(reads, space, sha256)) !== null)
}

async function keep(
  received: ReceivedFile,
  { thumbhash = null }: AssetRecord,
  { store, wait, placeholders }: ImportFiles,
  { database, clock, isStored }: ReceiveAssetsOptions,
): Promise<void> {
  if (!isStored) return rm(received.path, { force: true })
  const options = { database, store, clock, wait, placeholders, client: 'frontlist import' }
  await storeReceived(options, received, thumbhash)
}

const missing = (file: string) =>
  `There is no file "${file}" in the folder of files. Name that folder with --assets.`

/** Finds a file. Neither the file nor any folder in its path may be a symbolic link. */
async function locate(
  folder: string,
  file: string,
): Promise<{ readonly path: string } | { readonly error: string }> {
  const root = await realpath(folder).catch(() => null)
  const path = join(root ?? '', normalize(file))
  const stats = root === null ? null : await lstat(path).catch(() => null)
  if (stats === null) return { error: missing(file) }
  if ((await realpath(path).catch(() => null)) !== path)
    return { error: `"${file}" is a link, or in a folder that is one. Put the file itself there.` }
  return stats.isFile() ? { path } : { error: `"${file}" is not a regular file.` }
}

async function hashOf(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const part of Bun.file(path).stream()) hasher.update(part)
  return hasher.digest('hex')
}
