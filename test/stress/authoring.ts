// Random authoring by several authors beside readers, on a server that is killed and started again: nothing that was
// acknowledged is lost or replaced unseen, and what is served does not change by a draft.
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { comesTrue } from '../kit/until.ts'
import { AuthoringOracle, type StoredEntry } from './authoring-oracle.ts'
import { Author, authoredEntries, authoredFields } from './authors.ts'
import { contentPath, keysPath, withKey } from './changes.ts'
import type { StressNode } from './node-process.ts'
import type { Deployment } from './owned-space.ts'
import { type PollResult, pollOnce } from './poller.ts'
import type { Findings } from './runner.ts'

export interface AuthoringOptions {
  /** Acknowledged changes; it ends with the first kill after them. */
  readonly changes: number
  /** A server is killed after a random number of changes up to this one, however long they take. */
  readonly changesPerLife: number
  readonly random: () => number
}

/** A deployment of one node at a time. */
export type AuthoringDeployment = Deployment & { addNode(): Promise<StressNode>; remove(): Promise<void> }

const liveTitles = new Map(authoredEntries.map(id => [id, `Live ${id}`]))

export const authoringRecords: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: authoredFields.map(apiName => ({ apiName, type: 'text' as const })),
  },
  ...[...liveTitles].map(
    ([id, title]): ImportRecord => ({ type: 'entry', collection: 'posts', id, liveData: { title } }),
  ),
]

const progressEvery = 10_000
const servedPaths = ['posts?depth=1', 'posts?sort=title', ...authoredEntries.map(id => `posts/${id}`)]

export async function runAuthoring(
  deployment: AuthoringDeployment,
  options: AuthoringOptions,
  findings: Findings,
): Promise<void> {
  await new Authoring(deployment, options, findings).run()
}

class Authoring {
  readonly #oracle = new AuthoringOracle(liveTitles)
  readonly #wrong = new Set<string>()
  readonly #served = new Map<string, string>()
  #reads = 0
  #kills = 0

  constructor(
    readonly deployment: AuthoringDeployment,
    readonly options: AuthoringOptions,
    readonly findings: Findings,
  ) {}

  async run(): Promise<void> {
    const { deployment, findings, options } = this
    let node = deployment.nodes[0]!
    const count = 2 + Math.floor(options.random() * 7)
    const authors: Author[] = []
    for (let index = 0; index < count; index++) {
      const key = await this.#makeKey(node, 'content.write')
      authors.push(new Author(`a${index}`, key, this.#oracle, options.random))
    }
    const reading = await this.#makeKey(node, 'content.read')
    await this.#read(node, reading)
    let acknowledged = 0
    const sum = (of: (author: Author) => number) => authors.reduce((total, author) => total + of(author), 0)
    while (acknowledged < options.changes || sum(one => one.cutOff) === 0) {
      await this.#liveAndDie(node, authors, reading)
      node = await this.#startNext()
      const before = acknowledged
      acknowledged = this.#oracle.acknowledged
      if (Math.floor(acknowledged / progressEvery) > Math.floor(before / progressEvery)) {
        findings.say(`${acknowledged} changes, ${this.#kills} kills, ${this.#wrong.size} wrong`)
      }
      for (const words of this.#oracle.check(await this.#readEntries())) this.#wrong.add(words)
      await this.#read(node, reading)
      if (this.#wrong.size > 20) break
    }
    findings.say(
      `${count} authors, ${acknowledged} changes acknowledged, ${sum(one => one.conflicts)} conflicts, ${sum(one => one.repeated)} repeated, ${this.#kills} kills with ${sum(one => one.cutOff)} requests on their way, ${this.#reads} reads`,
    )
    const some = (words: readonly string[]) => words.slice(0, 5).join(' | ')
    const odd = authors.flatMap(author => author.odd)
    findings.claim(
      this.#wrong.size === 0,
      `nothing is lost, or replaced unseen (${this.#wrong.size}) ${some([...this.#wrong])}`,
    )
    findings.claim(
      odd.length === 0,
      `nothing else is answered, and what is repeated is done once (${odd.length}) ${some(odd)}`,
    )
    findings.claim(sum(one => one.cutOff) > 0, 'some were cut off in the middle')
  }

  async #makeKey(node: StressNode, scope: string): Promise<string> {
    const body = { name: 'author', scopes: [scope], expiresAt: null }
    const response = await this.deployment.manage(node, 'POST', keysPath, body)
    return ((await response.json()) as { key: string }).key
  }

  async #liveAndDie(node: StressNode, authors: readonly Author[], reading: string): Promise<void> {
    let isOver = false
    const working = authors.map(author => author.write(node, () => isOver))
    const reads = (async () => {
      while (!isOver) await this.#read(node, reading)
    })()
    let hasEnded = false
    void Promise.all(working).then(() => {
      hasEnded = true
    })
    const last = this.#oracle.acknowledged + this.options.random() * this.options.changesPerLife
    while (this.#oracle.acknowledged < last && !hasEnded) await Bun.sleep(this.options.random() * 20)
    this.#kills++
    await node.kill()
    isOver = true
    await Promise.all([...working, reads])
  }

  /** Every byte and every ETag is what it was at first. */
  async #read(node: StressNode, key: string): Promise<void> {
    for (const path of servedPaths) {
      const sent = await pollOnce(async () => {
        const response = await node.request(`${contentPath}/${path}`, withKey(key))
        const text = `${response.headers.get('ETag')} ${await response.text()}`
        return new Response(text, { status: response.status })
      })
      if (sent.status === 0) return
      if (sent.status === 503) continue
      this.#reads++
      this.#compare(path, sent)
    }
    // On PostgreSQL servers start slowly, and readers are not what is measured.
    await Bun.sleep(20)
  }

  #compare(path: string, { status, text }: PollResult): void {
    const served = `${status} ${text}`
    const first = this.#served.get(path)
    if (first === undefined) this.#served.set(path, served)
    else if (first !== served)
      this.#wrong.add(`${path} is ${served.slice(0, 300)}, and was ${first.slice(0, 300)}`)
  }

  async #startNext(): Promise<StressNode> {
    const node = await this.deployment.addNode()
    const isReady = async () => (await pollOnce(() => node.request('/readyz'))).status === 200
    if (!(await comesTrue(isReady))) throw new Error(`${node.name} is not ready. ${node.log.slice(-1000)}`)
    return node
  }

  async #readEntries(): Promise<ReadonlyMap<string, StoredEntry>> {
    const rows = await this.deployment.sql<{ id: string; draft_version: number; data: string }>(
      'select id, draft_version, data from entry',
    )
    return new Map(
      rows.map(({ id, draft_version: draftVersion, data }) => [
        id,
        { draftVersion: Number(draftVersion), data: JSON.parse(data) as StoredEntry['data'] },
      ]),
    )
  }
}
