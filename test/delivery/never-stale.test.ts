// Whatever is changed, from this process or another, and in whatever order it is read: a response that is kept is byte
// for byte what a server without any cache answers, and its ETag changes exactly when its body does.
import { expect, test } from 'bun:test'
import '../stress/breaking.ts'
import fc from 'fast-check'
import { readRevision } from '../../src/delivery/store/published-entries.store.ts'
import { nextResponse } from '../kit/app/next-response.ts'
import { type Get, getFrom } from '../kit/app/other-app.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { openUrl } from '../kit/database/test-databases.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { comesTrue } from '../kit/until.ts'
import { addressesOf, entries, type Step, steps, toModels, toRecord } from './changing-space.ts'
import { type Order, type Orders, ordersOn, startOrderProcess } from './orders.ts'

/** A node knows within a second what another has changed; on a busy machine the response may come later. */
const newsMs = 60_000

interface ReceivedResponse {
  readonly status: number
  readonly etag: string | null
  readonly text: string
}

async function readResponse(response: Response): Promise<ReceivedResponse> {
  const text =
    response.status === 200 ? await response.text() : ((await response.json()) as { code: string }).code
  return { status: response.status, etag: response.headers.get('ETag'), text }
}

class Trial {
  key: string
  keyId: string
  readonly #space: TestSpace
  readonly #plainly: TestSpace['database']
  readonly #own: Orders
  readonly #others: Orders
  /** Of each path: the ETag of each body that was seen, and the other way round. */
  readonly #tags = new Map<string, string>()
  #plain: Get | null = null

  constructor(
    space: TestSpace,
    parts: { plain: TestSpace['database']; own: Orders; others: Orders },
    made: { id: string; key: string },
  ) {
    this.#space = space
    this.#plainly = parts.plain
    this.#own = parts.own
    this.#others = parts.others
    this.key = made.key
    this.keyId = made.id
  }

  async make({ change, byAnother }: Step): Promise<void> {
    const { time } = this.#space
    time.now += 1
    const carryOut = byAnother ? this.#others : this.#own
    const before = { id: this.keyId, key: this.key }
    if (change.what === 'key') {
      const made = await this.#space.makeKey()
      this.keyId = made.id
      this.key = made.key
    }
    await carryOut(this.#toOrder(change, before.id))
    if (byAnother) await this.#hearOfIt()
    if (change.what === 'key') {
      const send = () => this.#ask('/content/posts', before.key)
      const isRevoked = ({ text }: ReceivedResponse) => text === 'api_key_revoked'
      const response = byAnother ? await nextResponse(send, isRevoked) : await send()
      expect(response.text).toBe('api_key_revoked')
    }
    this.#plain = null
  }

  #toOrder(change: Step['change'], key: string): Order {
    const about = { space: this.#space.space, now: this.#space.time.now }
    if (change.what === 'key') return { ...about, what: 'revoke', key }
    if (change.what === 'model')
      return { ...about, what: 'import', records: toModels(change.fields, change.more), prune: false }
    if (change.what !== 'import') return { ...about, what: change.what, addresses: addressesOf(change.id) }
    const models = change.prune ? toModels(0, false) : []
    const records = [...models, ...change.entries.map(toRecord)]
    return { ...about, what: 'import', records, prune: change.prune }
  }

  /** On one file it is the very next answer. What never comes is found where answers are compared. */
  async #hearOfIt(): Promise<void> {
    if (testEngine === 'sqlite') return
    const { space, database, everything } = this.#space
    const reached = await readRevision(everything, space)
    await comesTrue(async () => ((await database.versions.of(space))?.revision ?? 0) >= reached, newsMs)
  }

  async expectRight(path: string, stored: ReceivedResponse): Promise<void> {
    expect({ path, ...stored }).toEqual({ path, ...(await this.fresh(path)) })
    this.#expectTag(path, stored)
  }

  /** Of an app that keeps nothing, and has known nothing before the last change. */
  async fresh(path: string): Promise<ReceivedResponse> {
    this.#plain ??= getFrom(this.#space, { database: this.#plainly })
    return readResponse(await this.#plain(path, { Authorization: `Bearer ${this.key}` }))
  }

  ask(path: string): Promise<ReceivedResponse> {
    return this.#ask(path, this.key)
  }

  async #ask(path: string, key: string): Promise<ReceivedResponse> {
    return readResponse(await this.#space.get(path, { Authorization: `Bearer ${key}` }))
  }

  #expectTag(path: string, { etag, text }: ReceivedResponse): void {
    if (etag === null) return
    for (const [name, value] of [
      [`of ${text}`, etag],
      [`is ${etag}`, text],
    ] as const) {
      const known = this.#tags.get(name)
      expect({ path, value: known ?? value }).toEqual({ path, value })
      this.#tags.set(name, value)
    }
  }
}

const byOthers = steps.map(all => all.map(step => ({ ...step, byAnother: true })))

test.each([
  ['its own and of another handle on the database', 30, steps, (url: string) => ordersOn(openUrl(url))],
  // What a node writes tells it what others have written: here it writes keys alone.
  ['another process', 8, byOthers, startOrderProcess],
] as const)(
  'what is kept is never stale, with changes of %s',
  async (_, runs, changes, open) => {
    const root = await createTestSpace()
    const plain = openUrl(root.url)
    const parts = { plain, own: ordersOn(root.database), others: open(root.url) }
    let spaces = 0
    await fc.assert(
      fc.asyncProperty(entries, changes, async (first, steps) => {
        const records = [...toModels(0, false), ...first.map(toRecord)]
        const space = await createNeighbour(root, `s${++spaces}`, { records })
        const trial = new Trial(space, parts, await space.makeKey())
        const sent = new Set<string>()
        for (const step of steps) {
          for (const path of step.after) {
            sent.add(path)
            await trial.ask(path)
          }
          const before = await Promise.all(step.meanwhile.map(path => trial.fresh(path)))
          const isOfKey = step.change.what === 'key'
          const meanwhile = step.meanwhile.map(path => (isOfKey ? null : trial.ask(path)))
          await trial.make(step)
          for (const [place, path] of step.meanwhile.entries()) {
            const response = await meanwhile[place]
            if (response) expect([before[place], await trial.fresh(path)]).toContainEqual(response)
          }
          for (const path of [...sent, ...step.meanwhile])
            await trial.expectRight(path, await trial.ask(path))
        }
      }),
      // On PostgreSQL each try waits for the news that never comes: looking for a smaller one takes many minutes.
      { numRuns: fuzzRuns(runs), endOnFailure: testEngine === 'postgres' },
    )
  },
  longTestMs,
)
