// Writers that note what they were promised: each key that was created, each publication that was made or ended. What
// was answered with success has to be there, whatever happened to the database afterwards.
import { type Asked, askOnce } from './asker.ts'
import { contentPath, keysPath, withKey } from './changes.ts'
import type { Fleet } from './fleet.ts'
import type { FleetNode } from './node-process.ts'

interface EntryState {
  readonly version: number | null
}

export interface Promises {
  readonly keys: { readonly id: string; readonly key: string }[]
  /** Publications by entry and version, and whether they were ended. */
  readonly published: { readonly entry: string; readonly version: number; isEnded: boolean }[]
}

const everyMs = 80

export class Writer {
  readonly promises: Promises = { keys: [], published: [] }
  readonly asked: Asked[] = []
  readonly #done: Promise<void>
  #stopped = false

  constructor(
    readonly node: FleetNode,
    ask: (promises: Promises) => Promise<Asked>,
  ) {
    this.#done = this.#run(ask)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#done
  }

  async #run(ask: (promises: Promises) => Promise<Asked>): Promise<void> {
    while (!this.#stopped) {
      this.asked.push(await ask(this.promises))
      await Bun.sleep(everyMs)
    }
  }
}

export function writeKeys(fleet: Fleet, node: FleetNode): Writer {
  return new Writer(node, async ({ keys }) => {
    const body = { name: 'rig', scopes: ['content.read'], expiresAt: null }
    const asked = await askOnce(() => fleet.manage(node, 'POST', keysPath, body))
    if (asked.status === 201) {
      const { doc, key } = JSON.parse(asked.text) as { doc: { id: string }; key: string }
      keys.push({ id: doc.id, key })
    }
    return asked
  })
}

/** Publishes and withdraws one entry in turn; nobody else may touch it. */
export function writeContent(fleet: Fleet, node: FleetNode, entry: string): Writer {
  let verb = 'unpublish'
  return new Writer(node, async ({ published }) => {
    verb = verb === 'publish' ? 'unpublish' : 'publish'
    const asked = await askOnce(() => fleet.manage(node, 'POST', `/api/dashboard/entries/${entry}/${verb}`))
    if (asked.status !== 200) return asked
    const { live } = (JSON.parse(asked.text) as { doc: { live: EntryState | null } }).doc
    const last = published.at(-1)
    if (live === null) {
      if (last) last.isEnded = true
    } else if (live.version !== null && live.version !== last?.version) {
      published.push({ entry, version: live.version, isEnded: false })
    }
    return asked
  })
}

/** What was promised and is not there, in words. */
export async function findLost(fleet: Fleet, all: readonly Promises[]): Promise<string[]> {
  const keys = await fleet.sql<{ id: string }>('select id from api_key')
  const there = new Set(keys.map(({ id }) => id))
  const rows = await fleet.sql<{ entry: string; version: number; live: boolean }>(
    'select entry, version, bool_or(to_revision is null) as live from publication group by entry, version',
  )
  const publications = new Map(rows.map(row => [`${row.entry} ${row.version}`, row]))
  return all.flatMap(promises => [
    ...promises.keys.filter(({ id }) => !there.has(id)).map(({ id }) => `the key ${id}`),
    ...promises.published.flatMap(({ entry, version, isEnded }) => {
      const row = publications.get(`${entry} ${version}`)
      if (!row) return [`version ${version} of ${entry}`]
      return isEnded && row.live ? [`the end of version ${version} of ${entry}`] : []
    }),
  ])
}

/** Whether each node answers as the database is, for every entry that was written and some of the keys. */
export async function findDisagreement(fleet: Fleet, all: readonly Promises[]): Promise<string[]> {
  const entries = [...new Set(all.flatMap(({ published }) => published.map(({ entry }) => entry)))]
  const rows = await fleet.sql<{ entry: string; version: number }>(
    'select entry, version from publication where to_revision is null',
  )
  const live = new Map(rows.map(({ entry, version }) => [entry, version]))
  const keys = all.flatMap(promises => promises.keys.filter((_, at) => at % 50 === 0)).slice(-20)
  const found: string[] = []
  for (const node of fleet.nodes.filter(({ ended }) => ended === null)) {
    for (const { key } of keys) {
      for (const entry of entries) {
        const answer = await askOnce(() => node.request(`${contentPath}/notes/${entry}`, withKey(key)))
        const version = live.get(entry)
        const seen = answer.status === 200 ? (JSON.parse(answer.text).doc.version as number) : undefined
        if (seen !== version || answer.status !== (version === undefined ? 404 : 200))
          found.push(`${node.name}: ${entry} is ${answer.status} ${seen}, and version ${version} is live`)
      }
    }
  }
  return found
}
