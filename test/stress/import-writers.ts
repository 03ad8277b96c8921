// Writers beside a large import by another process: how long each of them waits, and whether any is rejected.

import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import { systemClock } from '../../src/base/clock.ts'
import { type SpaceId, systemRandom } from '../../src/base/ids.ts'
import type { Database } from '../../src/database/database.ts'
import { createKey } from '../../src/keys/keys.service.ts'
import { revokeKey } from '../../src/keys/keys.store.ts'
import { figuresOf } from './figures.ts'
import type { Findings } from './runner.ts'

/** How long a writer may wait per 50,000 entries of the import. */
const waitMsMax = 1000
const entriesPerWait = 50_000

export interface ImportWriters {
  readonly database: Database
  /** Both import into it and publish in it. */
  readonly space: SpaceId
  /** COLLECTION/SLUG of a live entry. */
  readonly entry: string
  readonly entries: number
  run(): Promise<void>
}

interface Written {
  readonly ms: number
  readonly error: unknown
}

/** Repeats until `isOver`. */
async function repeat(write: () => Promise<unknown>, everyMs: number, isOver: () => boolean) {
  const written: Written[] = []
  while (!isOver()) {
    const began = performance.now()
    const error = await write().then(
      () => null,
      (reason: unknown) => reason,
    )
    written.push({ ms: performance.now() - began, error })
    await Bun.sleep(everyMs)
  }
  return written
}

export async function runImportWriters(
  { database, space, entry, entries, run }: ImportWriters,
  findings: Findings,
  everyMs: number,
): Promise<void> {
  const parts = { clock: systemClock, random: systemRandom }
  const wanted = { name: 'beside', createdBy: 'stress' }
  let isLive = true
  let isOver = false
  const made: string[] = []
  const writers = {
    'publish, unpublish': () => {
      isLive = !isLive
      return isLive
        ? publish(database, space, [entry], systemClock)
        : unpublish(database, space, [entry], systemClock)
    },
    'create a key': async () => {
      const { doc } = await database.transaction(writes => createKey(writes, parts, space, wanted))
      made.push(doc.id)
    },
    'revoke a key': async () => {
      const id = made.pop() ?? ''
      await database.urgentTransaction(writes => revokeKey(writes, space, id, systemClock()))
    },
  }
  const all = Object.entries(writers).map(
    async ([name, write]) => [name, await repeat(write, everyMs, () => isOver)] as const,
  )
  const began = performance.now()
  await run()
  const seconds = (performance.now() - began) / 1000
  isOver = true
  findings.say(`the import took ${seconds.toFixed(1)} s: ${Math.round(entries / seconds)} entries a second`)
  const allowed = waitMsMax * Math.max(1, entries / entriesPerWait)
  for (const [name, written] of await Promise.all(all)) {
    const errors = written.flatMap(({ error }) => (error === null ? [] : [String(error)]))
    const figures = figuresOf(written.map(({ ms }) => ms))
    findings.figures(name, figures)
    findings.claim(errors.length === 0, `${name}: none is refused ${[...new Set(errors)].join(', ')}`)
    findings.claim(figures.max <= allowed, `${name}: none waits longer than ${allowed} ms`)
  }
}
