// Writers that record acknowledged writes: each key that was created or changed, each publication that was made or
// ended. Every acknowledged write must be in the database, whatever happened to it afterwards.

import { contentPath, keysPath, withKey } from './changes.ts'
import { draftSaving, findLostDrafts } from './draft-writers.ts'
import type { StressNode } from './node-process.ts'
import type { Deployment, Managing } from './owned-space.ts'
import { type PollResult, pollOnce } from './poller.ts'
import { noPromises, type Promises, type Write } from './promises.ts'

interface EntryState {
  readonly version: number | null
}

const usualMs = 80

export class Writer {
  readonly promises = noPromises()
  readonly asked: PollResult[] = []
  readonly #write: Write
  readonly #done: Promise<void>
  #stopped = false

  constructor(
    readonly node: StressNode,
    write: Write,
    everyMs = usualMs,
  ) {
    this.#write = write
    this.#done = this.#run(everyMs)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#done
  }

  /** Once more, after {@link stop}. */
  async once(): Promise<void> {
    this.asked.push(await this.#write(this.promises))
  }

  async #run(everyMs: number): Promise<void> {
    while (!this.#stopped) {
      await this.once()
      await Bun.sleep(everyMs)
    }
  }
}

export function keyCreation(fleet: Managing, node: StressNode): Write {
  return async ({ keys }) => {
    const body = { name: 'stress', scopes: ['content.read'], expiresAt: null }
    const sent = await pollOnce(() => fleet.manage(node, 'POST', keysPath, body))
    if (sent.status === 201) {
      const { doc, key } = JSON.parse(sent.text) as { doc: { id: string }; key: string }
      keys.push({ id: doc.id, key })
    }
    return sent
  }
}

/** Renames a key repeatedly, each time to a greater number; no other writer may change it. */
export function keyRenaming(fleet: Managing, node: StressNode, id: string, from: number): Write {
  let name = from
  return async ({ renamed }) => {
    const sent = ++name
    const requested = await pollOnce(() =>
      fleet.manage(node, 'PATCH', `${keysPath}/${id}`, { name: String(sent) }),
    )
    if (requested.status === 200) renamed.set(id, sent)
    return requested
  }
}

/** Publishes and unpublishes one entry in turn; no other writer may change it. */
export function publishing(fleet: Managing, node: StressNode, entry: string): Write {
  let verb = 'unpublish'
  let last: Promises['published'][number] | undefined
  return async ({ published }) => {
    verb = verb === 'publish' ? 'unpublish' : 'publish'
    const body = verb === 'publish' ? { draftVersion: 1 } : {}
    const path = `/api/v1/entries/${entry}/${verb}`
    const sent = await pollOnce(() => fleet.manage(node, 'POST', path, body))
    if (sent.status !== 200) return sent
    const { live } = (JSON.parse(sent.text) as { doc: { live: EntryState | null } }).doc
    if (live === null) {
      if (last) last.isEnded = true
    } else if (live.version !== null && (live.version !== last?.version || last.isEnded)) {
      last = { entry, version: live.version, isEnded: false }
      published.push(last)
    }
    return sent
  }
}

export function writeKeys(fleet: Managing, node: StressNode): Writer {
  return new Writer(node, keyCreation(fleet, node))
}

export function writeContent(fleet: Managing, node: StressNode, entry: string): Writer {
  return new Writer(node, publishing(fleet, node, entry))
}

/** As fast as responses arrive: creates keys, renames two keys, publishes and unpublishes two entries, saves two drafts. */
export function writeEverything(
  fleet: Managing,
  node: StressNode,
  named: readonly string[],
  from: number,
): Writer[] {
  const writes = [
    keyCreation(fleet, node),
    publishing(fleet, node, 'note-0'),
    publishing(fleet, node, 'note-1'),
    draftSaving(fleet, node, 'note-2'),
    draftSaving(fleet, node, 'note-3'),
    ...named.map(id => keyRenaming(fleet, node, id, from)),
  ]
  return writes.map(write => new Writer(node, write, 1))
}

export function countPromises(all: readonly Promises[]): string {
  const sum = (count: (one: Promises) => number) => all.reduce((so, one) => so + count(one), 0)
  const publications = sum(({ published }) => published.length)
  return `${sum(({ keys }) => keys.length)} keys, ${sum(({ renamed }) => renamed.size)} names, ${publications} publications, ${sum(({ drafts }) => drafts.size)} drafts`
}

/** Acknowledged writes that are missing, as text. */
export async function findLost(fleet: Pick<Deployment, 'sql'>, all: readonly Promises[]): Promise<string[]> {
  const keys = await fleet.sql<{ id: string; name: string }>('select id, name from api_key')
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const rows = await fleet.sql<{ entry: string; version: number; live: number }>(
    `select entry, version, max(case when to_revision is null then 1 else 0 end) as live
    from publication group by entry, version`,
  )
  const publications = new Map(rows.map(row => [`${row.entry} ${row.version}`, row]))
  const lostDrafts = await findLostDrafts(fleet, all)
  const lost = all.flatMap(promises => [
    ...promises.keys.filter(({ id }) => !names.has(id)).map(({ id }) => `the key ${id}`),
    ...promises.published.flatMap(({ entry, version, isEnded }, at) => {
      const row = publications.get(`${entry} ${version}`)
      if (!row) return [`version ${version} of ${entry}`]
      // Version numbers continue from the last stored one.
      const isAgain = promises.published
        .slice(0, at)
        .some(one => one.entry === entry && one.version === version)
      if (isAgain) return [`version ${version} of ${entry}, which was rebuilt`]
      return isEnded && row.live === 1 ? [`the end of version ${version} of ${entry}`] : []
    }),
    ...[...promises.renamed]
      .filter(([id, name]) => !(Number(names.get(id)) >= name))
      .map(([id, name]) => `the name ${name} of the key ${id}`),
  ])
  return [...lostDrafts, ...lost]
}

/** Whether each node responds according to the database, for every entry that was written and some of the keys. */
export async function findDisagreement(fleet: Deployment, all: readonly Promises[]): Promise<string[]> {
  const [entries, live] = [entriesOf(all), await readLive(fleet)]
  const keys = all.flatMap(promises => promises.keys.filter((_, at) => at % 50 === 0)).slice(-20)
  const found: string[] = []
  for (const node of running(fleet)) {
    for (const { key } of keys) {
      for (const entry of entries) {
        const response = await pollOnce(() => node.request(`${contentPath}/notes/${entry}`, withKey(key)))
        const version = live.get(entry)
        const seen = response.status === 200 ? (JSON.parse(response.text).doc.version as number) : undefined
        if (seen !== version || response.status !== (version === undefined ? 404 : 200))
          found.push(`${node.name}: ${entry} is ${response.status} ${seen}, and version ${version} is live`)
      }
    }
  }
  return found
}

/**
 * The same for a list that was requested from nodes throughout, and that they may have cached; the last writes are on
 * its page. It sends no other request, because any read would tell a node how new the database is.
 */
export async function findStale(
  fleet: Deployment,
  send: (node: StressNode) => Promise<Response>,
  all: readonly Promises[],
): Promise<string[]> {
  const [entries, live] = [entriesOf(all), await readLive(fleet)]
  const found: string[] = []
  for (const node of running(fleet)) {
    const { status, text } = await pollOnce(() => send(node))
    const list = status === 200 ? (JSON.parse(text).list as { id: string; version: number }[]) : []
    const listed = new Map(list.map(({ id, version }) => [id, version]))
    for (const entry of entries) {
      const [seen, version] = [listed.get(entry), live.get(entry)]
      if (status !== 200 || seen !== version)
        found.push(`${node.name}: ${entry} is listed as ${seen} (${status}), and version ${version} is live`)
    }
  }
  return found
}

const running = ({ nodes }: Deployment) => nodes.filter(({ ended }) => ended === null)

const entriesOf = (all: readonly Promises[]) => [
  ...new Set(all.flatMap(({ published }) => published.map(({ entry }) => entry))),
]

async function readLive(fleet: Deployment): Promise<Map<string, number>> {
  const rows = await fleet.sql<{ entry: string; version: number }>(
    'select entry, version from publication where to_revision is null',
  )
  return new Map(rows.map(({ entry, version }) => [entry, version]))
}
