// What a publish of an entry without files costs in this checkout beside another one, by the processor time of the server.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { watchCpu } from '../../bench/process-figures.ts'
import { cleanUpLater } from '../kit/cleanup.ts'
import { projectFolder, readFirstLine } from '../kit/command/process.ts'
import { manyEntries } from '../kit/command/running-command.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { figuresOf } from './figures.ts'
import type { Findings } from './runner.ts'

export interface PublishCostOptions {
  readonly rounds: number
  /** Published one after another in a round. */
  readonly entries: number
}

interface Checkout {
  /** Saves a draft of each entry, then publishes all; microseconds of processor time for a publish. */
  readonly round: () => Promise<number>
}

const ratioMax = 1.05

export async function runPublishCost(
  other: string,
  { rounds, entries }: PublishCostOptions,
  findings: Findings,
): Promise<void> {
  const ours = await open(projectFolder, entries)
  const theirs = await open(other, entries)
  await Promise.all([ours.round(), theirs.round()])
  const pairs: { readonly ours: number; readonly theirs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) pairs.push({ ours: await ours.round(), theirs: await theirs.round() })
    else {
      const first = await theirs.round()
      pairs.push({ ours: await ours.round(), theirs: first })
    }
  }
  const of = (pick: (pair: (typeof pairs)[number]) => number) => figuresOf(pairs.map(pick)).p50
  const ratio = of(pair => pair.ours / pair.theirs)
  const each = [of(pair => pair.ours), of(pair => pair.theirs)].map(micros => micros.toFixed(0))
  findings.say(`a publish takes ${each[0]} µs of processor time here, ${each[1]} µs in the other checkout`)
  findings.claim(ratio <= ratioMax, `a publish takes at most ${ratioMax} times as much (${ratio.toFixed(2)})`)
}

async function open(checkout: string, entries: number): Promise<Checkout> {
  const folder = makeFolder()
  const database = join(folder, 'data', 'frontlist.db')
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  const program = [process.execPath, '--max-http-header-size=65536', join(checkout, 'src/main.ts')]
  const start = (...args: string[]) =>
    Bun.spawn([...program, ...args, '--json'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', DATABASE_URL: `sqlite:${database}`, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const run = async (...args: string[]) => {
    const child = start(...args)
    const text = await new Response(child.stdout).text()
    if ((await child.exited) !== 0) throw new Error(`${args.join(' ')}: ${text}`)
    return JSON.parse(text)
  }
  const file = join(folder, 'main.ndjson')
  writeFileSync(file, manyEntries(entries, 'word '.repeat(50)))
  await run('spaces', 'create', 'main')
  await run('import', file, '--space', 'main')
  const scopes = ['draft.read', 'content.write', 'content.publish'].flatMap(scope => ['--scope', scope])
  const { key } = (await run('keys', 'create', '--space', 'main', '--name', 'k', ...scopes)) as {
    key: string
  }
  const server = start('serve')
  cleanUpLater(async () => {
    server.kill()
    await server.exited
  })
  const { url } = JSON.parse(await readFirstLine(server.stdout)) as { url: string }
  const send = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { doc: Draft; list: Draft[] }
  }
  const { list } = await send('GET', `/entries?perPage=${entries}`)
  const drafts = new Map(list.map(({ id, draftVersion }) => [id, draftVersion]))
  let saves = 0
  return {
    round: async () => {
      for (const [id, draftVersion] of drafts) {
        const { doc } = await send('PATCH', `/entries/${id}`, {
          draftVersion,
          data: { text: `Text ${saves++}` },
        })
        drafts.set(id, doc.draftVersion)
      }
      const stop = watchCpu(server.pid)
      for (const [id, draftVersion] of drafts) await send('POST', `/entries/${id}/publish`, { draftVersion })
      return (stop() * 1e6) / drafts.size
    },
  }
}

interface Draft {
  readonly id: string
  readonly draftVersion: number
}
