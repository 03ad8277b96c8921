// A change of an asset that very many live entries show: a request refuses it, and the command, killed at any moment, has
// changed all of them or none.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { liveEntriesMax } from '../../src/entries/drafts/republish-asset-users.ts'
import { type CommandLine, createCommandLine } from '../kit/command/process.ts'
import { readTable, runJson, start, untilAlone } from '../kit/command/running-command.ts'
import { makeFolder } from '../kit/test-folder.ts'
import type { Findings } from './runner.ts'

export interface AssetChangeOptions {
  /** That show the asset. */
  readonly entries: number
  readonly kills: number
}

export async function runAssetChange(
  { entries, kills }: AssetChangeOptions,
  findings: Findings,
): Promise<void> {
  const command = createCommandLine()
  await fill(command, entries)
  const patched = await patch(command)
  const expected = entries > liveEntriesMax ? '409 asset_change_too_large' : '200'
  findings.claim(patched === expected, `PATCH of an asset that ${entries} live entries show: ${patched}`)
  const args = (alt: string) => ['assets', 'set', 'sea', '--alt', alt, '--space', 'main']
  const began = performance.now()
  await runJson(command, ...args('whole'))
  const wholeMs = performance.now() - began
  findings.say(`the command changes them in ${Math.round(wholeMs)} ms`)
  const half: string[] = []
  const rewritten: number[] = []
  let undone = 0
  for (let kill = 0; kill < kills; kill++) {
    const alt = `kill ${kill}`
    const running = start(command, args(alt))
    await Bun.sleep(wholeMs * ((kill + 0.5) / kills))
    running.process.kill('SIGKILL')
    await running.finished
    await untilAlone(command)
    const count = await countWith(command, alt)
    if (count === 0) undone++
    else if (count !== entries) half.push(`${count} of ${entries}`)
    const again = await runJson<{ rewritten: number }>(command, ...args(`after ${alt}`))
    rewritten.push(again.rewritten)
  }
  findings.claim(half.length === 0, `${kills} killed, ${undone} undone, none half done: ${half.join(', ')}`)
  findings.claim(kills < 3 || undone > 0, 'some were killed before they were done')
  findings.claim(
    rewritten.every(count => count === entries),
    'the next change has all of them',
  )
}

async function fill(command: CommandLine, entries: number): Promise<void> {
  const folder = makeFolder()
  writeFileSync(join(folder, 'sea.txt'), 'The sea')
  const records = [
    { type: 'collection', apiName: 'posts', name: 'Posts', fields: [{ apiName: 'cover', type: 'asset' }] },
    { type: 'asset', id: 'sea', file: 'sea.txt' },
    ...Array.from({ length: entries }, (_, index) => ({
      ...{ type: 'entry', collection: 'posts', id: `e${index}`, liveData: { cover: { id: 'sea' } } },
    })),
  ]
  const file = join(folder, 'main.ndjson')
  writeFileSync(file, records.map(record => `${JSON.stringify(record)}\n`).join(''))
  await runJson(command, 'spaces', 'create', 'main')
  await runJson(command, 'import', file, '--space', 'main')
}

/** Status and code. */
async function patch(command: CommandLine): Promise<string> {
  const scopes = ['--scope', 'content.write', '--scope', 'content.publish']
  const args = ['keys', 'create', '--space', 'main', '--name', 'writer', ...scopes]
  const { key } = await runJson<{ key: string }>(command, ...args)
  const server = await command.serve()
  const response = await fetch(`${server.url}/api/v1/assets/sea`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ alt: 'by request' }),
  })
  const { code } = (await response.json()) as { code?: string }
  await server.stop()
  return code === undefined ? String(response.status) : `${response.status} ${code}`
}

/** Live entries whose response has this alt text. */
async function countWith(command: CommandLine, alt: string): Promise<number> {
  const [row] = await readTable<{ count: number }>(
    command,
    `select cast(count(*) as integer) as count from publication where to_revision is null and data like '%"alt":"${alt}"%'`,
  )
  return row!.count
}
