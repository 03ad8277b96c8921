// What it costs to deliver a file, and an image that was made before, beside a bare server that sends the same files with
// the same headers.
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { watchCpu } from '../../bench/process-figures.ts'
import { cleanUpLater } from '../kit/cleanup.ts'
import { createCommandLine, readFirstLine } from '../kit/command/process.ts'
import { runJson } from '../kit/command/running-command.ts'
import { makeFolder } from '../kit/test-folder.ts'
import type { BareFile } from './bare-file-server.ts'
import { runOrder } from './child-process.ts'
import { figuresOf } from './figures.ts'
import type { LoadOrder, LoadOutcome } from './load-process.ts'
import type { Findings } from './runner.ts'

export interface FileDeliveryOptions {
  readonly rounds: number
  /** Of each server in a round. */
  readonly milliseconds: number
}

interface Server {
  readonly url: string
  readonly process: Bun.Subprocess
}

interface Added {
  readonly list: readonly [{ readonly doc: { readonly id: string; readonly url: string } }]
}

interface Measured {
  readonly perSecond: number
  readonly cpuMicros: number
  readonly p50: number
}

const side = 184
const fileBytesWanted = 100_000
const ofMain = ['--space', 'main']
const ratioMin = 0.75
const aloneP50Max = 1
/** Of the connection, or different for each response. */
const ownHeaders: ReadonlySet<string> = new Set(['date', 'connection', 'x-request-id', 'content-length'])

export async function runFileDelivery(options: FileDeliveryOptions, findings: Findings): Promise<void> {
  const { frontlist, targets, bare } = await startServers()
  for (const { title, path } of targets) {
    for (const connections of [1, 8]) {
      const measure = (server: Server) => load(server, path, connections, options.milliseconds)
      const rounds: { readonly ours: Measured; readonly other: Measured }[] = []
      await Promise.all([measure(frontlist), measure(bare)])
      for (let round = 0; round < options.rounds; round++) {
        if (round % 2 === 0) rounds.push({ ours: await measure(frontlist), other: await measure(bare) })
        else {
          const other = await measure(bare)
          rounds.push({ ours: await measure(frontlist), other })
        }
      }
      const of = (pick: (round: (typeof rounds)[number]) => number) => figuresOf(rounds.map(pick)).p50
      const ratio = of(({ ours, other }) => ours.perSecond / other.perSecond)
      const ours = describe(key => of(round => round.ours[key]))
      findings.say(`${title}, ${connections} at once: ${ours}`)
      findings.say(`  the bare server: ${describe(key => of(round => round.other[key]))}`)
      findings.claim(
        ratio >= ratioMin,
        `${title}, ${connections} at once: at least ${ratioMin} times its requests a second (${ratio.toFixed(2)})`,
      )
      if (connections > 1) continue
      const p50 = of(round => round.ours.p50)
      findings.claim(p50 <= aloneP50Max, `${title}, alone: half within ${aloneP50Max} ms (${p50.toFixed(2)})`)
    }
  }
}

function describe(take: (key: keyof Measured) => number): string {
  const [perSecond, cpu] = [take('perSecond').toFixed(0), take('cpuMicros').toFixed(0)]
  return `${perSecond} requests/s, ${cpu} µs of CPU each, p50 ${take('p50').toFixed(2)} ms`
}

async function startServers() {
  const folder = makeFolder()
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } })
  const file = join(folder, 'picture.png')
  await picture.png({ compressionLevel: 0 }).toFile(file)
  const command = createCommandLine()
  await runJson(command, 'spaces', 'create', 'main')
  const added = await runJson<Added>(command, 'assets', 'add', file, ...ofMain)
  const { id, url: path } = added.list[0].doc
  const liveData = { cover: { id } }
  const records = [
    { type: 'collection', apiName: 'pictures', name: 'P', fields: [{ apiName: 'cover', type: 'asset' }] },
    { type: 'entry', id: 'e', collection: 'pictures', liveData },
  ]
  const ndjson = join(folder, 'main.ndjson')
  writeFileSync(ndjson, records.map(record => JSON.stringify(record)).join('\n'))
  await runJson(command, 'import', ndjson, ...ofMain)
  const frontlist = await command.serve()
  const image = `${path}?w=128&fm=webp`
  const data = dirname(command.databaseFile)
  const sha256 = path.split('/')[3]!
  const stored = join(data, 'assets', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  const headersOf = async (target: string) => {
    const sent = await fetch(frontlist.url + target)
    if (sent.status !== 200) throw new Error(`${target}: status ${sent.status}`)
    await sent.arrayBuffer()
    return Object.fromEntries([...sent.headers].filter(([name]) => !ownHeaders.has(name)))
  }
  const files: Record<string, BareFile> = { [path]: { path: stored, headers: await headersOf(path) } }
  const imageHeaders = await headersOf(image)
  const cached = join(data, 'images', 'cache', sha256.slice(0, 2), sha256)
  files[image] = { path: join(cached, readdirSync(cached)[0]!), headers: imageHeaders }
  const targets = [
    { title: `A file of ${fileBytesWanted / 1000} KB`, path },
    { title: 'An image made before', path: image },
  ]
  return { frontlist, bare: await startBare(files), targets }
}

async function startBare(files: Record<string, BareFile>): Promise<Server> {
  const program = join(import.meta.dir, 'bare-file-server.ts')
  const child = Bun.spawn([process.execPath, program, JSON.stringify(files)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUpLater(async () => {
    child.kill()
    await child.exited
  })
  const { url } = JSON.parse(await readFirstLine(child.stdout)) as { url: string }
  return { url, process: child }
}

async function load(
  { url, process }: Server,
  path: string,
  connections: number,
  milliseconds: number,
): Promise<Measured> {
  const order: LoadOrder = {
    ...{ port: Number(new URL(url).port), targets: [path], headers: {}, connections, rate: 0, milliseconds },
  }
  const stop = watchCpu(process.pid)
  const { latencies, seconds, statuses } = await runOrder<LoadOutcome>('load-process.ts', order, 20_000)
  const requests = latencies.length
  if (Object.keys(statuses).join() !== '200') throw new Error(`${path}: ${JSON.stringify(statuses)}`)
  return {
    perSecond: requests / seconds,
    cpuMicros: (stop() * 1e6) / requests,
    p50: figuresOf(latencies).p50,
  }
}
