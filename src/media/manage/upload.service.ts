// Uploads: the body is written to a temporary file, then to the store, and only then the asset is added or changed. An
// upload that fails leaves no asset, and at most an unused file, which is cleaned up. Concurrent uploads of a caller are
// limited, because each occupies a temporary file and a connection as long as its sender wants.
import type { Caller } from '../../base/caller.ts'
import { Problem } from '../../base/errors.ts'
import { type RandomBytes, randomBase62 } from '../../base/ids.ts'
import { findAsset } from '../../content/tables/assets.store.ts'
import { readsWithin } from '../../database/database.ts'
import type { BlobOptions } from '../blobs/blobs.ts'
import { fileTooLarge, invalidFile } from '../formats/file-problems.ts'
import type { Images } from '../images/images.ts'
import {
  type ReceivedFile,
  type ReceiveOptions,
  receiveFile,
  type StoreReceivedOptions,
  storeReceived,
} from '../receive/receive-file.ts'
import { getAssetRecord, readItemView } from './asset-view.ts'
import {
  type AssetChangeParts,
  type ChangedAsset,
  changeAssets,
  requireChangeable,
} from './assets.service.ts'
import { addAsset, replaceFile } from './change-assets.ts'

/** More than a browser opens, and enough for scripts that send files in parallel. */
export const uploadsAtOnceMax = 32

interface UploadSlots {
  /** Refuses the work if the caller has reached the limit. */
  run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result>
}

export function createUploadSlots(): UploadSlots {
  const counts = new Map<string, number>()
  return {
    run: async (caller, work) => {
      const key = caller.kind === 'key' ? `key ${caller.keyId}` : `user ${caller.userId}`
      const count = counts.get(key) ?? 0
      if (count >= uploadsAtOnceMax) throw tooManyUploads()
      counts.set(key, count + 1)
      try {
        return await work()
      } finally {
        const left = (counts.get(key) ?? 1) - 1
        if (left === 0) counts.delete(key)
        else counts.set(key, left)
      }
    },
  }
}

function tooManyUploads(): Problem {
  return new Problem(
    'too_many_requests',
    `${uploadsAtOnceMax} uploads of this caller are under way. Send this one when one of them has ended.`,
    { headers: { 'Retry-After': '1', Connection: 'close' } },
  )
}

export interface UploadSettings
  extends ReceiveOptions,
    Pick<BlobOptions, 'wait'>,
    Pick<StoreReceivedOptions, 'placeholderMsMax'> {
  /** Null: uploads get no placeholders. */
  readonly placeholders: Pick<Images, 'placeholder'> | null
}

export interface UploadParts extends AssetChangeParts, BlobOptions {
  readonly random: RandomBytes
  readonly uploads: UploadSettings
  readonly slots: UploadSlots
}

type Body = ReadableStream<Uint8Array<ArrayBuffer>> | null

const idLength = 22

/** Checks the headers of an upload: its media type, then its length. */
export function checkUpload({ headers }: Request, bytesMax: number): void {
  const type = headers.get('Content-Type') ?? ''
  if (/^\s*multipart\/form-data\b/i.test(type) || headers.has('Content-Encoding')) {
    throw new Problem(
      'unsupported_media_type',
      'Send the file itself as the body, without a form and without Content-Encoding.',
    )
  }
  if (Number(headers.get('Content-Length') ?? 0) > bytesMax) throw fileTooLarge(bytesMax)
}

/**
 * Checks the rights before the body of a POST is read. An id that published or scheduled content names needs the right to
 * publish.
 */
export async function requireNewAsset(
  { database }: AssetChangeParts,
  caller: Caller,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return
  await database.snapshot(caller.space, async reads => {
    if ((await findAsset(reads, caller.space, id)) === null) await requireChangeable(reads, caller, id)
  })
}

/** Receives a file and stores it under its row. */
export function receiveBlob(
  parts: UploadParts,
  caller: Caller,
  body: Body,
  client: string,
): Promise<ReceivedFile> {
  const { database, store, clock, wait, uploads, slots } = parts
  const { placeholders, placeholderMsMax } = uploads
  const limit = placeholderMsMax === undefined ? {} : { placeholderMsMax }
  return slots.run(caller, async () => {
    if (body === null) throw invalidFile('is empty')
    const file = await receiveFile(body, uploads)
    await storeReceived({ database, store, clock, wait, placeholders, client, ...limit }, file)
    return file
  })
}

interface AddedAsset {
  readonly doc: ChangedAsset['doc']
  readonly isNew: boolean
}

export function addUploaded(
  parts: UploadParts,
  caller: Caller,
  { sha256 }: ReceivedFile,
  { id, filename }: { readonly id: string | undefined; readonly filename: string },
): Promise<AddedAsset> {
  const isNamed = id !== undefined
  return changeAssets(parts, caller, ['write'], async write => {
    const reads = readsWithin(write.writes)
    if (isNamed && (await findAsset(reads, write.space, id)) === null)
      await requireChangeable(reads, write.caller, id)
    const wanted = { id: id ?? newAssetId(parts.random), isNamed, sha256, filename }
    const added = await addAsset(write, wanted)
    return { doc: await readItemView(reads, write.space, added.id, parts.filesOrigin), isNew: added.isNew }
  })
}

export function newAssetId(random: RandomBytes): string {
  return randomBase62(random, idLength)
}

export function replaceUploaded(
  parts: UploadParts,
  caller: Caller,
  id: string,
  file: { readonly sha256: string; readonly filename: string | null },
): Promise<ChangedAsset> {
  return changeAssets(parts, caller, ['write'], async write => {
    const reads = readsWithin(write.writes)
    await getAssetRecord(reads, write.space, id)
    await requireChangeable(reads, write.caller, id)
    const rewritten = await replaceFile(write, id, file)
    return { doc: await readItemView(reads, write.space, id, parts.filesOrigin), rewritten }
  })
}
