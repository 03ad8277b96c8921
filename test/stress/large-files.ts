// Large files through a server, by its memory: an upload, and a file that a slow client reads.
import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { residentBytes } from '../../bench/process-figures.ts'
import { type FileServer, startFileServer } from '../kit/command/file-server.ts'
import { makeFolder } from '../kit/test-folder.ts'
import type { Findings } from './runner.ts'

export interface LargeFilesOptions {
  readonly mebibytes: number
  /** Of the client that reads, evenly over the file. */
  readonly pauses: number
}

const mebibyte = 2 ** 20
/** Of `ASSET_BYTES_MAX`. */
const defaultMaxMebibytes = 100
const growthMax = 64
const sampleMs = 20
const pauseMs = 100

/** `settings` name the store. */
export async function runLargeFiles(
  title: string,
  settings: Readonly<Record<string, string>>,
  findings: Findings,
  { mebibytes, pauses }: LargeFilesOptions,
): Promise<void> {
  const files = await startFileServer(makeFolder(), {
    ASSET_BYTES_MAX: String(Math.max(mebibytes, defaultMaxMebibytes) * mebibyte),
    ...settings,
  })
  const { pid } = files.process.process
  const small = await files.add('a small file', 'filename=small.txt&id=small')
  await files.show('small', 'small')
  await (await fetch(files.process.url + small.url)).text()
  const before = residentBytes(pid) / mebibyte
  const large = writeLarge(mebibytes)
  const uploaded = await withPeak(pid, () => upload(files, large.path))
  findings.claim(
    uploaded.result.status === 201 && uploaded.result.sha256 === large.sha256,
    `${title}: the file is stored as it was sent (${uploaded.result.status})`,
  )
  await files.show('large', 'large')
  const read = await withPeak(pid, () =>
    readSlowly(files.process.url, uploaded.result.url, mebibytes * mebibyte, pauses),
  )
  findings.claim(read.result === large.sha256, `${title}: the bytes that are read are those that were sent`)
  const [stored, sent] = [uploaded.peak - before, read.peak - before]
  findings.say(
    `${title}: memory ${before.toFixed(0)} MiB before, ${stored.toFixed(0)} more during the upload, ${sent.toFixed(0)} more while it is read slowly`,
  )
  const words = (what: string) =>
    `${title}: ${mebibytes} MiB take at most ${growthMax} MiB more than a small file, ${what}`
  // A server takes no larger ones unless it is told to.
  if (mebibytes <= defaultMaxMebibytes) findings.claim(stored <= growthMax, words('uploaded'))
  findings.claim(sent <= growthMax, words('read'))
  await files.process.stop()
}

function writeLarge(mebibytes: number) {
  const path = join(makeFolder(), 'large')
  const hash = createHash('sha256')
  const file = openSync(path, 'w')
  const part = Buffer.alloc(mebibyte)
  for (let index = 0; index < mebibytes; index++) {
    part.writeUInt32LE((index * 2654435761) >>> 0, 0)
    part.fill(part.subarray(0, 4))
    hash.update(part)
    writeSync(file, part)
  }
  closeSync(file)
  return { path, sha256: hash.digest('hex') }
}

async function upload({ process, key }: FileServer, path: string) {
  const response = await fetch(`${process.url}/api/v1/assets?filename=large.bin&id=large`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: Bun.file(path),
  })
  const { doc } = (await response.json()) as { doc?: { sha256: string; url: string } }
  return { status: response.status, sha256: doc?.sha256, url: doc?.url ?? '' }
}

/** Pauses as a slow client would; returns the hash of what came. */
function readSlowly(url: string, path: string, total: number, pauses: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const hash = createHash('sha256')
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let head = ''
  let [read, paused] = [0, 0]
  let parts: Dechunker | null = null
  socket.on('error', reject)
  socket.on('close', () => resolve(hash.digest('hex')))
  const take = (bytes: Buffer) => {
    hash.update(bytes)
    read += bytes.length
    if (read >= total) socket.destroy()
  }
  socket.on('data', (chunk: Buffer) => {
    let body = chunk
    if (!head.includes('\r\n\r\n')) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      body = Buffer.from(head.slice(end + 4), 'latin1')
      // What is streamed from S3 has no Content-Length: the runtime sends streams in chunks.
      if (/\r\ntransfer-encoding: chunked/i.test(head)) parts = new Dechunker()
    }
    for (const bytes of parts?.decode(body) ?? [body]) take(bytes)
    if (socket.destroyed || read / total < paused / pauses) return
    paused += 1
    socket.pause()
    setTimeout(() => socket.resume(), pauseMs)
  })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  return promise
}

/** Of chunked transfer coding (RFC 9112, section 7.1), without trailers. */
class Dechunker {
  #line = ''
  /** Of the chunk, and of the line break behind it. */
  #left = 0

  decode(bytes: Buffer): Buffer[] {
    const decoded: Buffer[] = []
    for (let at = 0; at < bytes.length; ) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, bytes.length - at)
        const data = Math.min(taken, Math.max(0, this.#left - 2))
        if (data > 0) decoded.push(bytes.subarray(at, at + data))
        this.#left -= taken
        at += taken
      } else {
        this.#line += String.fromCharCode(bytes[at++]!)
        if (!this.#line.endsWith('\r\n')) continue
        this.#left = Number.parseInt(this.#line, 16) + 2
        this.#line = ''
      }
    }
    return decoded
  }
}

async function withPeak<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly peak: number }> {
  const now = () => residentBytes(pid) / mebibyte
  let peak = now()
  const timer = setInterval(() => {
    peak = Math.max(peak, now())
  }, sampleMs)
  try {
    return { result: await work(), peak }
  } finally {
    clearInterval(timer)
  }
}
