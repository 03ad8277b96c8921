// Uploads, replacements, publishes and garbage collections of the same few files, for tests of their order. Time is the
// test's: deletes are on their way for a while, and may land after their sender has given up or was killed.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { collectGarbage } from '../../../src/media/blobs/collect-garbage.ts'
import { type Store, StoreUnavailable } from '../../../src/media/stores/store.ts'
import {
  addAsset,
  type FileSpace,
  type FileSpaceFixture,
  publishAsset,
  replaceFile,
  storeText,
  takeAway,
} from '../../kit/app/file-space.ts'
import { statementOf } from '../../kit/database/statements.ts'
import { sha256Of } from '../../kit/files/stores.ts'
import { type Actor, type Random, Turns } from './turns.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const texts = ['first', 'second file', 'third']
const ids = ['a', 'b', 'c']

interface Flight {
  readonly sha256: string
  readonly sender: Actor
  readonly sentAt: number
  readonly landsBy: number
}

export class World {
  readonly fixture: FileSpaceFixture
  readonly random: Random
  readonly turns: Turns
  readonly counts = { removed: 0, late: 0 }
  readonly #flights = new Set<Flight>()
  /** Those under way, and since when. */
  readonly #uploads = new Map<Actor, number>()
  readonly #folder: string

  constructor(fixture: FileSpaceFixture, random: Random, killed: number) {
    this.fixture = fixture
    this.random = random
    this.turns = new Turns(random, killed)
    this.#folder = fixture.options.store.location.slice('file:'.length)
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.random() * values.length)] as Value
  }

  pathOf(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  }

  /** Deletes that are on their way land before the time that they may take at most. */
  advance(ms: number): void {
    const { time } = this.fixture
    for (const flight of this.#flights) if (flight.landsBy <= time.now + ms) this.#land(flight)
    time.now += ms
  }

  /** An upload may take a day: nothing is promised to one that takes longer. */
  #advanceHours(hours: number): void {
    const until = this.fixture.time.now + hours * hour
    const isTooLong = ([actor, since]: readonly [Actor, number]) => !actor.isKilled && until - since >= day
    if (![...this.#uploads].some(isTooLong)) this.advance(hours * hour)
  }

  #land(flight: Flight): void {
    this.#flights.delete(flight)
    rmSync(this.pathOf(flight.sha256), { force: true })
  }

  /** The space as this actor sees it: it stops before and after each transaction and each step of the store. */
  #spaceOf(actor: Actor): FileSpace {
    const { database, options, space } = this.fixture
    const between = async <Result>(work: () => Promise<Result>) => {
      await actor.step()
      const result = await work()
      await actor.step()
      return result
    }
    const own = {
      ...database,
      transaction: ((work, of) =>
        between(() => database.transaction(work, of))) as typeof database.transaction,
    }
    const store: Store = {
      ...options.store,
      put: (...parts) => between(() => options.store.put(...parts)),
      delete: (sha256, limitMs) => this.#delete(actor, sha256, limitMs),
    }
    const wait = async (ms: number) => {
      this.advance(ms + Math.floor(this.random() * 3_000))
      await actor.step()
    }
    // One at a time: an actor stops at one place.
    const deletesAtOnce = 1
    return {
      space,
      database: own,
      options: { database: own, store, clock: options.clock, wait, deletesAtOnce },
    }
  }

  async #delete(sender: Actor, sha256: string, limitMs: number): Promise<void> {
    const { time } = this.fixture
    const sentAt = time.now
    const flight: Flight = { sha256, sender, sentAt, landsBy: sentAt + this.random() * 4 * minute }
    this.#flights.add(flight)
    await sender.step()
    const isLate = time.now - sentAt > limitMs || this.random() < 0.2
    if (!isLate) this.#land(flight)
    else this.counts.late += 1
    await sender.step()
    if (isLate) throw new StoreUnavailable('no response')
  }

  #upload(actor: Actor, use: (space: FileSpace, sha256: string) => Promise<void>): Promise<void> {
    this.#uploads.set(actor, this.fixture.time.now)
    const space = this.#spaceOf(actor)
    return storeText(space, this.pick(texts))
      .then(sha256 => use(space, sha256))
      .catch(ignoreRefusals)
      .finally(() => this.#uploads.delete(actor))
  }

  /** At the beginning the files are there, some of them in use, and can be removed at once. */
  async startAll(): Promise<void> {
    for (const text of texts) {
      const sha256 = await storeText(this.fixture, text)
      if (this.random() < 0.3) await addAsset(this.fixture, this.pick(ids), sha256).catch(ignoreRefusals)
    }
    this.advance(day + minute)
    for (const index of [1, 2]) {
      this.turns.start(`upload ${index}`, async actor => {
        for (let round = 0; round < 3; round++) {
          await this.#upload(actor, (space, sha256) => addAsset(space, this.pick(ids), sha256))
        }
      })
    }
    this.turns.start('replace', async actor => {
      for (let round = 0; round < 3; round++) {
        await this.#upload(actor, (space, sha256) => replaceFile(space, this.pick(ids), sha256))
      }
    })
    this.turns.start('publish', async actor => {
      const space = this.#spaceOf(actor)
      for (let round = 0; round < 8; round++) {
        const id = this.pick(ids)
        const how = this.pick(['publish', 'asset', 'publications', 'both', 'both'] as const)
        if (how === 'publish') await publishAsset(space, this.pick(['x', 'y']), id).catch(ignoreRefusals)
        else await takeAway(space, id, how)
      }
    })
    for (const index of [1, 2]) this.turns.start(`collect ${index}`, actor => this.collect(actor))
  }

  async collect(actor: Actor): Promise<void> {
    const space = this.#spaceOf(actor)
    for (let round = 0; round < 5; round++) {
      await actor.step()
      if (this.random() < 0.7) this.#advanceHours(13)
      else this.advance(6 * minute)
      const options = { ...space.options, isDryRun: false, removeImages: async () => 0, temporaryFolders: [] }
      const report = await collectGarbage(options).catch(ignoreRefusals)
      this.counts.removed += report?.blobs ?? 0
    }
  }

  /** Everything is over: what was killed is not continued, and what is on its way has landed or is lost. */
  async settle(): Promise<void> {
    for (const flight of this.#flights) {
      if (flight.sender.isKilled && this.random() < 0.5) this.#flights.delete(flight)
    }
    this.#uploads.clear()
    for (const ms of [6 * minute, day + minute, 6 * minute]) {
      this.advance(ms)
      const { options } = this.fixture
      await collectGarbage({ ...options, isDryRun: false, removeImages: async () => 0, temporaryFolders: [] })
    }
  }

  /** Of each asset and publication, as the tables have them; not of the uses that were recorded. */
  async listNamed(): Promise<readonly string[]> {
    const rows = await this.fixture.testSpace.everything.all(
      statementOf<{ blob: string }>(
        'select blob from asset union select blob from publication_asset where blob is not null',
      ),
    )
    return rows.map(({ blob }) => blob).sort()
  }

  isStored = (sha256: string) => existsSync(this.pathOf(sha256))

  hasRightBytes = (sha256: string) => sha256Of(readFileSync(this.pathOf(sha256))) === sha256
}

/** An upload that waited too long, or whose row was gone when its asset was added. */
function ignoreRefusals(error: Error): undefined {
  if (error instanceof StoreUnavailable || /not there|UNIQUE|unique|duplicate/.test(error.message)) return
  throw error
}
