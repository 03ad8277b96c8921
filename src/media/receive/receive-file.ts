// Receives a file: writes a stream into a temporary file, detects its type, and removes its metadata. A refused file
// leaves nothing behind. A received file is stored with a placeholder, whose creation also shows whether the picture can
// be decoded.
import { edenGC } from 'bun:jsc'
import { open, rm } from 'node:fs/promises'
import { Problem } from '../../base/errors.ts'
import type { RandomBytes } from '../../base/ids.ts'
import { type BlobOptions, storeBlob } from '../blobs/blobs.ts'
import { TemporaryFile } from '../blobs/temporary-file.ts'
import { FileBytes } from '../formats/file-bytes.ts'
import { fileTooLarge, invalidFile, toFileProblem } from '../formats/file-problems.ts'
import type { PlaceholderResult } from '../images/image-request.ts'
import type { Images } from '../images/images.ts'
import { isDecoded } from '../images/transformation.ts'
import type { ProcessName } from '../stores/temporary-files.ts'
import { readType } from './file-type.ts'
import { countFrames } from './frames.ts'
import { readImageSize } from './image-head.ts'
import { requireReadableFile } from './readable-file.ts'
import { copyPieces, withoutMetadata } from './remove-metadata.ts'

/** Calls `work` after `ms`, unless the returned function is called before. */
export type Timer = (work: () => void, ms: number) => () => void

const idleMsMax = 30_000

/** The lowest average speed of an upload, and the time that every upload may take, even a small one. */
const slowestBytesPerSecond = 64 * 1024
const uploadMinutesMin = 10

/** Returns the time limit of an upload in minutes. */
function uploadMinutesMax(bytesMax: number): number {
  return Math.max(uploadMinutesMin, Math.ceil(bytesMax / slowestBytesPerSecond / 60))
}

const noSize = { width: null, height: null }

export interface ReceiveOptions {
  /** The folder for temporary files, on the disk where files are stored. It is created if it is missing. */
  readonly folder: string
  readonly process: ProcessName
  readonly bytesMax: number
  readonly pixelsMax: number
  readonly keepMetadata: boolean
  readonly timer: Timer
  readonly random: RandomBytes
}

/** A file that is synced to the disk under a temporary name. */
export interface ReceivedFile {
  readonly path: string
  readonly sha256: string
  readonly size: number
  readonly contentType: string
  readonly isHeic: boolean
  readonly width: number | null
  readonly height: number | null
  /** The number of frames of a transformable picture; 1 for a still one. */
  readonly frames: number | null
  readonly metadataRemoved: boolean
}

/**
 * Receives a file. Throws a {@link Problem} if it is too large or empty, an image is unreadable or has too many pixels, no
 * byte arrives for 30 seconds, the connection is cut, or the disk is full.
 */
export async function receiveFile(
  source: ReadableStream<Uint8Array>,
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  const reader = source.getReader()
  try {
    return await withTemporaryFile(options, async file => {
      await readAll(reader, options, part => file.write(part))
      if (file.size === 0) throw invalidFile('is empty')
      await file.flush()
      return examine(file, options)
    })
  } catch (error) {
    // Stops the rest of the body. Has no effect on a source that has ended or failed.
    reader.cancel(error).catch(() => {})
    throw toFileProblem(error)
  }
}

/** Receives a file that is already on a disk, like {@link receiveFile}. The file stays there. */
export async function receivePath(path: string, options: ReceiveOptions): Promise<ReceivedFile> {
  const stats = requireReadableFile(path)
  if (stats.size > options.bytesMax) throw fileTooLarge(options.bytesMax)
  const handle = await open(path)
  try {
    return await receiveFile(streamOf(handle), options)
  } finally {
    await handle.close()
  }
}

/** Returns the type of the bytes; null for a picture that an upload would refuse, because it is cut off or damaged. */
export async function inspectFile(path: string): Promise<string | null> {
  const handle = await open(path)
  try {
    const bytes = new FileBytes(handle, (await handle.stat()).size)
    const { shown, contentType } = await readType(bytes)
    // The upload itself checks the number of pixels.
    await readImageSize(bytes, shown, Number.POSITIVE_INFINITY)
    await withoutMetadata(bytes, shown)
    return contentType
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null
    throw error
  } finally {
    await handle.close()
  }
}

/** Removes the file if the work fails. */
async function withTemporaryFile<T>(
  { folder, process, random }: ReceiveOptions,
  work: (file: TemporaryFile) => Promise<T>,
): Promise<T> {
  const file = await TemporaryFile.create(folder, process, random)
  try {
    return await work(file)
  } catch (error) {
    await file.discard()
    throw error
  }
}

async function examine(file: TemporaryFile, options: ReceiveOptions): Promise<ReceivedFile> {
  const bytes = new FileBytes(file.handle, file.size)
  const { shown, contentType, isHeic } = await readType(bytes)
  const { width, height } = (await readImageSize(bytes, shown, options.pixelsMax)) ?? noSize
  const picture = { contentType, isHeic, width, height }
  const pieces = options.keepMetadata ? null : await withoutMetadata(bytes, shown)
  if (pieces === null) return toReceived(file, { ...picture, frames: await countFrames(bytes, shown) }, false)
  return withTemporaryFile(options, async rewritten => {
    await copyPieces(bytes, pieces, part => rewritten.write(part))
    // Counts the frames of the stored file: if a length was wrong, it may have other frames.
    await rewritten.flush()
    const frames = await countFrames(new FileBytes(rewritten.handle, rewritten.size), shown)
    const received = await toReceived(rewritten, { ...picture, frames }, true)
    await file.discard()
    return received
  })
}

async function toReceived(
  file: TemporaryFile,
  picture: Pick<ReceivedFile, 'contentType' | 'isHeic' | 'width' | 'height' | 'frames'>,
  metadataRemoved: boolean,
): Promise<ReceivedFile> {
  return { path: file.path, ...(await file.finish()), ...picture, metadataRemoved }
}

/** The bytes written since the last collection, by all uploads together. */
let writtenBytes = 0
const collectedBytes = 8 * 2 ** 20

/**
 * Collects the youngest garbage, which takes one or two milliseconds. Parts that were written are garbage; the runtime
 * hardly counts their bytes and would keep 50 to 80 MiB of them.
 */
function countWritten(bytes: number): void {
  writtenBytes += bytes
  if (writtenBytes < collectedBytes) return
  writtenBytes = 0
  edenGC()
}

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
}

async function readAll(
  reader: Reader,
  { bytesMax, timer }: ReceiveOptions,
  write: (part: Uint8Array) => Promise<void>,
): Promise<void> {
  const minutesMax = uploadMinutesMax(bytesMax)
  let late: Problem | null = null
  let stopReading: (reason: Problem) => void = () => {}
  const cancelTimer = timer(() => {
    late = slowFile(`took longer than ${minutesMax} minutes, which is the longest for files of this server`)
    stopReading(late)
  }, minutesMax * 60_000)
  try {
    let size = 0
    for (;;) {
      if (late) throw late
      const { done, value } = await readPart(reader, timer, stop => {
        stopReading = stop
      })
      if (done || !value) return
      size += value.length
      if (size > bytesMax) throw fileTooLarge(bytesMax)
      await write(value)
      countWritten(value.length)
    }
  } finally {
    cancelTimer()
  }
}

/** Returns the next part of the stream if it arrives in time. `onStart` gets a function that ends the waiting. */
async function readPart(reader: Reader, timer: Timer, onStart: (stop: (reason: Problem) => void) => void) {
  const stopped = Promise.withResolvers<never>()
  onStart(stopped.reject)
  const cancelTimer = timer(() => {
    stopped.reject(slowFile(`stopped: no byte arrived for ${idleMsMax / 1000} seconds`))
  }, idleMsMax)
  try {
    return await Promise.race([reader.read(), stopped.promise])
  } catch (error) {
    if (error instanceof Problem) throw error
    throw isDisconnect(error) ? invalidFile('ended before its declared length') : error
  } finally {
    cancelTimer()
    onStart(() => {})
  }
}

const slowFile = (message: string) => invalidFile(message, { Connection: 'close' })

/** No client receives that response, but a disconnected client must not appear as a server error in logs and counts. */
function isDisconnect(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function streamOf(handle: Awaited<ReturnType<typeof open>>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(64 * 1024), 0, 64 * 1024, null)
      if (bytesRead === 0) controller.close()
      else controller.enqueue(buffer.subarray(0, bytesRead))
    },
  })
}

export interface StoreReceivedOptions extends BlobOptions {
  /** Null: no placeholders are made. */
  readonly placeholders: Pick<Images, 'placeholder'> | null
  /** The time in milliseconds for which an upload waits for its placeholder. */
  readonly placeholderMsMax?: number
  /** The client in whose turn placeholders are made. */
  readonly client: string
}

const placeholderMsDefault = 10_000
const none: PlaceholderResult = { thumbhash: null, isUnreadable: false }

/** Stores a file and takes over its temporary file. A thumbhash that is already known is not made again. */
export async function storeReceived(
  options: StoreReceivedOptions,
  file: ReceivedFile,
  known: string | null = null,
): Promise<void> {
  try {
    const made = known === null ? await makePlaceholder(options, file) : { ...none, thumbhash: known }
    const { path, metadataRemoved: _, ...blob } = file
    await storeBlob(options, { ...blob, ...made }, path)
  } finally {
    await rm(file.path, { force: true })
  }
}

async function makePlaceholder(
  { placeholders, client, placeholderMsMax = placeholderMsDefault }: StoreReceivedOptions,
  { path, sha256, contentType, frames }: ReceivedFile,
): Promise<PlaceholderResult> {
  if (placeholders === null || !isDecoded({ contentType, frames })) return none
  const source = async () => ({ path, release: () => {} })
  const signal = AbortSignal.timeout(placeholderMsMax)
  return placeholders.placeholder({ source, sha256, contentType, client, signal, priority: 'upload' })
}
