// Repeatedly kills a server and an import while keys are created and changed, and content is published and imported:
// acknowledged writes survive, an import is complete or absent, the database file is intact, and the next server
// becomes ready.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServedPage } from '../kit/app/served-content.ts'
import { manyEntries, type Running, start } from '../kit/command/running-command.ts'
import { comesTrue } from '../kit/until.ts'
import { contentPath, makeKey, withKey } from './changes.ts'
import { type Embedded, findDamage, startEmbedded } from './embedded.ts'
import { type Figures, figuresOf } from './figures.ts'
import type { StressNode } from './node-process.ts'
import { createNotes } from './notes.ts'
import { pollOnce, tally } from './poller.ts'
import type { Promises } from './promises.ts'
import type { Findings } from './runner.ts'
import { countPromises, findDisagreement, findLost, writeEverything } from './writers.ts'

export interface KillOptions {
  readonly kills: number
  /** Entries per import. */
  readonly entries: number
  /** The server's command; Frontlist's own if absent. */
  readonly program?: readonly string[]
}

/** Each word names an import; the statement below extracts it by its length. */
const wordOf = (round: number) => `w${String(round).padStart(5, '0')}`
const liveWords = `select substr(data, instr(data, '"w') + 1, 6) as word, count(*) as count from publication
  where to_revision is null and collection = 'posts' group by 1`

/** Returns how long each server took from its start until it was ready. */
export async function runKills(findings: Findings, options: KillOptions): Promise<Figures> {
  const deployment = await startEmbedded({
    records: createNotes(10),
    ...(options.program && { program: options.program }),
  })
  try {
    return await new Killing(deployment, findings, options).run()
  } finally {
    await deployment.remove()
  }
}

class Killing {
  readonly #promises: Promises[] = []
  readonly #readyMs: number[] = []
  readonly #counts = { importsKilled: 0, importsUndone: 0, importsDone: 0, cutOff: 0 }
  readonly #odd: string[] = []
  /** The word of the stored import: the initial one, or the last one that was found complete or acknowledged. */
  #word = wordOf(0)
  #importMs = 0

  constructor(
    readonly deployment: Embedded,
    readonly findings: Findings,
    readonly options: KillOptions,
  ) {}

  async run(): Promise<Figures> {
    const { deployment, findings } = this
    const key = await makeKey(deployment, deployment.nodes[0]!)
    const named = [
      await makeKey(deployment, deployment.nodes[0]!),
      await makeKey(deployment, deployment.nodes[0]!),
    ]
    await this.#importFirst()
    const broken = { lost: new Set<string>(), half: new Set<string>(), damage: new Set<string>() }
    for (let round = 1; round <= this.options.kills; round++) {
      const node = deployment.nodes.at(-1)!
      await this.#disturb(
        node,
        round,
        named.map(({ id }) => id),
      )
      const next = await this.#startNext()
      for (const words of await findLost(deployment, this.#promises)) broken.lost.add(words)
      for (const words of findDamage(deployment.file)) broken.damage.add(words)
      for (const words of await this.#findHalf(next, key.key, wordOf(round))) broken.half.add(words)
      for (const words of await findDisagreement(deployment, this.#promises.slice(-4))) broken.half.add(words)
    }
    const { importsKilled, importsUndone, importsDone, cutOff } = this.#counts
    findings.say(
      `${this.options.kills} kills with ${cutOff} requests on their way; imports of ${this.options.entries} entries: ${importsDone} done, ${importsUndone} undone, ${importsKilled} killed`,
    )
    const some = (words: ReadonlySet<string>) => [...words].slice(0, 5).join(' | ')
    findings.claim(
      broken.lost.size === 0,
      `0 lost of ${countPromises(this.#promises)} that were acknowledged (${broken.lost.size}) ${some(broken.lost)}`,
    )
    findings.claim(
      broken.half.size === 0,
      `nothing is half done, or served other than it is ${some(broken.half)}`,
    )
    findings.claim(broken.damage.size === 0, `the file is whole ${some(broken.damage)}`)
    findings.claim(this.#odd.length === 0, `nothing else is answered ${this.#odd.slice(0, 5).join(' | ')}`)
    findings.claim(cutOff > 0, 'some were cut off in the middle')
    const ready = figuresOf(this.#readyMs)
    findings.figures('from the start to being ready', ready)
    return ready
  }

  #import(word: string): Running {
    const file = join(this.deployment.folder, 'posts.ndjson')
    writeFileSync(file, manyEntries(this.options.entries, word))
    return start(this.deployment, ['import', file, '--space', 'main'])
  }

  async #importFirst(): Promise<void> {
    const began = performance.now()
    const { exitCode, stderr } = await this.#import(this.#word).finished
    if (exitCode !== 0) throw new Error(`The first import: ${stderr}`)
    this.#importMs = performance.now() - began
  }

  /** Applies load and kills the server in the middle of it, every other time also the import. */
  async #disturb(node: StressNode, round: number, named: readonly string[]): Promise<void> {
    const { deployment } = this
    const writers = writeEverything(deployment, node, named, round * 1e6)
    await comesTrue(() => writers.every(({ asked: sent }) => sent.length > 0))
    const running = this.#import(wordOf(round))
    const isKilled = round % 2 === 0
    await Bun.sleep(Math.random() * this.#importMs * 1.2)
    if (isKilled) running.process.kill('SIGKILL')
    await node.kill()
    await Promise.all(writers.map(writer => writer.stop()))
    const { exitCode } = await running.finished
    if (exitCode === 0) this.#word = wordOf(round)
    else if (isKilled) this.#counts.importsKilled += 1
    this.#promises.push(...writers.map(({ promises }) => promises))
    const requested = writers.flatMap(one => one.asked)
    this.#counts.cutOff += requested.filter(({ status }) => status === 0).length
    // A server responds with 503 if it waits too long for the import's lock.
    const odd = requested.filter(({ status }) => ![0, 200, 201, 503].includes(status))
    if (odd.length > 0) this.#odd.push(`${tally(odd)} ${odd[0]!.text.slice(0, 200)}`)
  }

  async #startNext(): Promise<StressNode> {
    const began = performance.now()
    const node = await this.deployment.addNode()
    const isReady = async () => (await pollOnce(() => node.request('/readyz'))).status === 200
    if (!(await comesTrue(isReady))) throw new Error(`${node.name} is not ready. ${node.log.slice(-1000)}`)
    this.#readyMs.push(performance.now() - began)
    return node
  }

  /** One complete import: the last one that was acknowledged, or a later one that was not. */
  async #findHalf(node: StressNode, key: string, tried: string): Promise<string[]> {
    const rows = await this.deployment.sql<{ word: string; count: number }>(liveWords)
    const reported = rows.map(({ word, count }) => `${count} of ${word}`).join(' and ')
    const [row] = rows
    if (rows.length !== 1 || row?.count !== this.options.entries || row.word < this.#word)
      return [`there are ${reported}, and ${this.#word} was answered`]
    if (row.word === tried) this.#counts.importsDone += 1
    else this.#counts.importsUndone += 1
    this.#word = row.word
    const sent = await pollOnce(() => node.request(`${contentPath}/posts?perPage=1000`, withKey(key)))
    const page = JSON.parse(sent.text) as ServedPage
    const isWhole = page.list.every(({ data }) => String(data.text).startsWith(`${row.word} `))
    return isWhole && page.count === row.count ? [] : [`${reported}, and served are ${page.count}`]
  }
}
