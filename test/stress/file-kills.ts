// Repeatedly kills a server, and cleaning up, while files are uploaded, replaced, published and deleted: an acknowledged
// file is there with its bytes, and everything that live content shows is delivered.

import { hashOf } from '../kit/app/assets.ts'
import { type FileServer, isTemporary } from '../kit/command/file-server.ts'
import { readTable, runJson, start } from '../kit/command/running-command.ts'
import { FileWriter } from './file-writers.ts'
import type { Findings } from './runner.ts'

export interface FileKillOptions {
  readonly kills: number
  readonly writers: number
  /** How long the writers work before a kill, at most. */
  readonly milliseconds: number
}

/** What live content shows. */
const shownRows = `select distinct space, blob, filename from publication_asset where blob is not null`
/** As if everything had been unused for long. */
const makeOld = 'update blob set stored_at = 0 where removing is null'

interface Shown {
  readonly space: string
  readonly blob: string
  readonly filename: string
}

export async function runFileKills(
  files: FileServer,
  findings: Findings,
  options: FileKillOptions,
): Promise<void> {
  const writers = Array.from({ length: options.writers }, (_, index) => new FileWriter(files, index))
  const broken = { lost: new Set<string>(), shown: new Set<string>(), left: new Set<string>() }
  let cleaningsKilled = 0
  for (let round = 1; round <= options.kills; round++) {
    await age(files)
    const cleaning = start(files.command, ['assets', 'gc'], { environment: files.environment })
    const work = writers.map(writer => writer.work())
    await Bun.sleep(Math.random() * options.milliseconds)
    if (round % 2 === 0) cleaning.process.kill('SIGKILL')
    files.process.process.kill('SIGKILL')
    await Promise.all([...work, files.process.process.exited])
    const { exitCode, stderr } = await cleaning.finished
    if (exitCode === 137) cleaningsKilled++
    else if (exitCode !== 0) broken.left.add(stderr.slice(0, 300))
    await files.start()
    for (const path of files.stored().filter(isTemporary)) broken.left.add(path)
    for (const writer of writers) for (const words of await writer.findLost()) broken.lost.add(words)
    for (const words of await findNotDelivered(files)) broken.shown.add(words)
    if (broken.lost.size + broken.shown.size > 20) break
  }
  await finish(files, broken.left)
  const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged, 0)
  const cutOff = writers.reduce((sum, writer) => sum + writer.cutOff, 0)
  findings.say(
    `${options.kills} kills, ${cleaningsKilled} of cleaning up too; ${acknowledged} changes acknowledged, ${cutOff} cut off`,
  )
  const some = (words: ReadonlySet<string>) => [...words].slice(0, 3).join(' | ')
  findings.claim(broken.lost.size === 0, `no acknowledged file is lost or wrong ${some(broken.lost)}`)
  findings.claim(
    broken.shown.size === 0,
    `no publication shows bytes that are not there ${some(broken.shown)}`,
  )
  findings.claim(broken.left.size === 0, `nothing is left behind ${some(broken.left)}`)
  const odd = writers.flatMap(writer => writer.odd)
  findings.claim(odd.length === 0, `nothing else is answered ${odd.slice(0, 3).join(' | ')}`)
  findings.claim(acknowledged > 0 && cutOff > 0, 'some were acknowledged, and some cut off in the middle')
}

async function age(files: FileServer): Promise<void> {
  await readTable(files.command, `${makeOld} returning sha256`)
}

/** By a stranger, as the publications say. */
async function findNotDelivered(files: FileServer): Promise<string[]> {
  const found: string[] = []
  for (const { space, blob, filename } of await readTable<Shown>(files.command, shownRows)) {
    const path = `/assets/${space}/${blob}/${encodeURIComponent(filename)}`
    const response = await fetch(`${files.process.url}${path}`)
    if (response.status !== 200 || hashOf(await response.text()) !== blob)
      found.push(`${response.status} ${path}`)
  }
  return found
}

/** After the last cleaning up exactly the files in use are stored; those whose removal was cut off have a mark. */
async function finish(files: FileServer, left: Set<string>): Promise<void> {
  const { command, environment } = files
  await age(files)
  await readTable(command, 'update blob set removing = 0 where removing is not null returning sha256')
  const cleaning = start(command, ['assets', 'gc'], { environment })
  const { exitCode, stderr } = await cleaning.finished
  if (exitCode !== 0) left.add(stderr.slice(0, 300))
  const used = await readTable<{ sha256: string }>(command, 'select distinct sha256 from blob_use')
  const stored = files.stored().map(path => path.slice(-64))
  const wanted = new Set(used.map(({ sha256 }) => sha256))
  for (const sha256 of stored) if (!wanted.has(sha256)) left.add(`stored and not used: ${sha256}`)
  for (const sha256 of wanted) if (!stored.includes(sha256)) left.add(`used and not stored: ${sha256}`)
  const { missing, damaged } = await runJson<{ missing: unknown[]; damaged: unknown[] }>(
    { ...command, run: (args, more) => command.run(args, { ...more, environment }) },
    ...['assets', 'verify'],
  )
  for (const failure of [...missing, ...damaged]) left.add(JSON.stringify(failure))
}
