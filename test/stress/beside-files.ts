// Content reads beside a full queue of images, and beside clients that download a large file slowly.
import sharp from 'sharp'
import { startFileServer } from '../kit/command/file-server.ts'
import { createKeyOf } from '../kit/command/running-command.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { runOrder } from './child-process.ts'
import { type Figures, figuresOf } from './figures.ts'
import type { FloodOrder, FloodOutcome } from './image-flood.ts'
import type { LoadOrder, LoadOutcome } from './load-process.ts'
import type { Findings } from './runner.ts'
import type { DownloadOrder, DownloadOutcome } from './slow-downloads.ts'

export interface BesideFilesOptions {
  /** Content requests a second. */
  readonly rate: number
  /** Of each measurement. */
  readonly milliseconds: number
  readonly downloads: number
  /** Of the picture that images are made of. */
  readonly side: number
  readonly fileBytes: number
}

export interface BesideFiles {
  readonly alone: Figures
  readonly besideImages: Figures
  readonly besideDownloads: Figures
  /** False where small images were made faster than clients that leave the processor to others could ask for them. */
  readonly wasQueueFull: boolean
}

const connections = 8
/** More than wait and are made: 40 of each of three clients. */
const clients = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
const perClient = 40
const queueMin = 60
/** Until the queue is full, and for the programs to start. */
const startMs = 4000
const patienceMs = 60_000

export async function runBesideFiles(options: BesideFilesOptions, findings: Findings): Promise<BesideFiles> {
  const { files, key, picture, large } = await startServer(options)
  const url = files.process.url.replace('localhost', '127.0.0.1')
  const port = Number(new URL(url).port)
  const read = async (title: string) => {
    const order: LoadOrder = {
      port,
      targets: ['/api/v1/public/content/pictures?perPage=1', '/api/v1/public/content/pictures/picture'],
      headers: { Authorization: `Bearer ${key}` },
      ...{ connections, rate: options.rate, milliseconds: options.milliseconds },
    }
    const { latencies, statuses, unsent } = await runOrder<LoadOutcome>('load-process.ts', order, patienceMs)
    const figures = figuresOf(latencies)
    findings.figures(`content ${title}`, figures)
    const others = Object.keys(statuses).filter(status => status !== '200')
    findings.claim(others.length === 0, `content ${title} is always served (${JSON.stringify(statuses)})`)
    if (unsent > 0) findings.say(`${unsent} requests were due while all connections were busy`)
    return figures
  }
  await read('to warm up')
  const alone = await read('alone')
  // As before `alone`: what makes images is compiled in its first seconds.
  const floodMs = 2 * options.milliseconds + startMs
  const { result: besideImages, wasQueueFull } = await besideFlood(
    url,
    picture,
    floodMs,
    findings,
    async () => {
      await read('beside images to warm up')
      return read('beside a full queue of images')
    },
  )
  const order: DownloadOrder = {
    ...{ port, path: large, clients: options.downloads, pauseMs: 5000 },
    milliseconds: options.milliseconds + 5000,
  }
  const downloading = runOrder<DownloadOutcome>('slow-downloads.ts', order, patienceMs)
  // Until all have begun.
  await Bun.sleep(2000 + options.downloads * 4)
  const besideDownloads = await read(`beside ${options.downloads} slow downloads`)
  const { open, statuses, bytes } = await downloading
  findings.say(`slow downloads: ${open} open at the end, ${(bytes / 1e6).toFixed(0)} MB read`)
  findings.claim(
    statuses[200] === options.downloads && open === options.downloads,
    `every slow download goes on (${JSON.stringify(statuses)}, ${open} open)`,
  )
  await files.process.stop()
  return { alone, besideImages, besideDownloads, wasQueueFull }
}

async function startServer({ side, fileBytes }: BesideFilesOptions) {
  const files = await startFileServer(makeFolder(), { METRICS: '1', TRUSTED_PROXIES: '127.0.0.0/8,::1' })
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } })
  const bytes = new Uint8Array(await picture.jpeg({ quality: 85 }).toBuffer())
  const { url } = await files.add(bytes, 'filename=picture.jpg&id=picture')
  await files.show('picture', 'picture')
  const large = await files.add(new Uint8Array(fileBytes).fill(7), 'filename=large.bin&id=large')
  await files.show('large', 'large')
  const { key } = await createKeyOf(files.command, 'main')
  return { files, key, picture: url, large: large.url }
}

/** Keeps the queue of images as full as it can while the work runs, which takes `milliseconds` at most. */
async function besideFlood<Result>(
  url: string,
  picture: string,
  milliseconds: number,
  findings: Findings,
  work: () => Promise<Result>,
): Promise<{ result: Result; wasQueueFull: boolean }> {
  const order: FloodOrder = { url: url + picture, clients, perClient, milliseconds }
  let isFlooding = true
  const flooding = runOrder<FloodOutcome>('image-flood.ts', order, patienceMs).finally(() => {
    isFlooding = false
  })
  const queued: number[] = []
  const readQueue = async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    queued.push(Number(/^frontlist_image_queue (\d+)$/m.exec(text)?.[1]))
  }
  while (isFlooding && !queued.some(length => length >= queueMin)) {
    await readQueue()
    await Bun.sleep(50)
  }
  const timer = setInterval(() => void readQueue(), 500)
  const result = await work()
  clearInterval(timer)
  const other = await fetch(`${url}${picture}?w=16`, { headers: { 'X-Forwarded-For': '198.51.100.1' } })
  await other.arrayBuffer()
  const { statuses, withoutRetry } = await flooding
  const most = Math.max(...queued)
  findings.say(`requests for images: ${JSON.stringify(statuses)}; ${most} waited at most`)
  findings.claim(most <= 64, 'the queue of images was never longer than 64')
  findings.claim(other.status === 200, `a client that asks for one image gets it (${other.status})`)
  const odd = Object.keys(statuses).filter(status => !['200', '503'].includes(status))
  findings.claim(
    odd.length === 0 && withoutRetry === 0,
    `others get their image, or a 503 that says when to retry (${JSON.stringify(statuses)})`,
  )
  return { result, wasQueueFull: most >= queueMin }
}
