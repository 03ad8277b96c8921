// Authors: each saves random fields of a few entries, often from an older version than the newest, creates entries, and
// repeats requests. Those that had no response are sent again to the next server.
import type { AuthoringOracle, FieldWrite } from './authoring-oracle.ts'
import type { StressNode } from './node-process.ts'
import { type PollResult, pollOnce } from './poller.ts'

export const authoredFields = ['title', 'body', 'note', 'code'] as const
/** Live from the beginning, and never published again: what is served of them must not change. */
export const authoredEntries = ['e0', 'e1', 'e2'] as const

interface Doc {
  readonly draftVersion: number
  readonly data: Readonly<Record<string, unknown>>
}

type Random = () => number

interface Request {
  readonly method: string
  readonly path: string
  readonly body: object
  /** What it writes, or the title of the entry that it creates. */
  readonly writes: readonly FieldWrite[]
  readonly creates: { readonly entry: string; readonly title: string } | null
}

export class Author {
  readonly odd: string[] = []
  requests = 0
  cutOff = 0
  conflicts = 0
  repeated = 0
  readonly #name: string
  readonly #key: string
  readonly #oracle: AuthoringOracle
  readonly #random: Random
  readonly #seen = new Map<string, number>()
  #pending: Request | null = null
  #number = 0

  constructor(name: string, key: string, oracle: AuthoringOracle, random: Random) {
    this.#name = name
    this.#key = key
    this.#oracle = oracle
    this.#random = random
  }

  /** Until the server ends or `isOver`. */
  async write(node: StressNode, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const request = this.#pending ?? (await this.#next(node))
      if (request === null) return
      const isAgain = this.#pending !== null
      this.#pending = null
      const sent = await this.#send(node, request)
      if (sent.status === 0) {
        this.cutOff++
        this.#pending = request
        if (!isAgain) for (const write of request.writes) this.#oracle.add(write)
        return
      }
      this.#take(request, sent)
      if (sent.status < 300 && this.#random() < 0.05) await this.#repeat(node, request)
    }
  }

  async #next(node: StressNode): Promise<Request | null> {
    const value = () => `${this.#name}-${++this.#number}`
    if (this.#random() < 0.1) {
      const [entry, title] = [value(), value()]
      const body = { collection: 'posts', id: entry, data: { title } }
      return { method: 'POST', path: '/entries', body, writes: [], creates: { entry, title } }
    }
    const entry = this.#pick(authoredEntries)
    if (!this.#seen.has(entry) || this.#random() < 0.5) {
      const read = await this.#send(node, { method: 'GET', path: `/entries/${entry}` })
      if (read.status === 0) return null
      if (read.status === 200) this.#seen.set(entry, docOf(read).draftVersion)
    }
    const seen = Math.max(1, (this.#seen.get(entry) ?? 1) - (this.#random() < 0.2 ? 1 : 0))
    const fields = authoredFields.filter(() => this.#random() < 0.4)
    const data = Object.fromEntries(fields.map(field => [field, value()]))
    const writes = fields.map(field => ({ entry, field, value: data[field]!, seen, at: null }))
    return {
      method: 'PATCH',
      path: `/entries/${entry}`,
      body: { draftVersion: seen, data },
      writes,
      creates: null,
    }
  }

  #take({ path, writes, creates }: Request, sent: PollResult): void {
    if (sent.status === 200 || sent.status === 201) {
      const { draftVersion, data } = docOf(sent)
      if (creates) this.#oracle.addCreated(creates.entry, creates.title)
      for (const write of writes) {
        if (data[write.field] !== write.value)
          this.odd.push(`${path} has ${String(data[write.field])}, not ${write.value}`)
        this.#oracle.add({ ...write, at: draftVersion })
      }
      if (writes[0]) this.#seen.set(writes[0].entry, draftVersion)
    } else if (sent.status === 409) this.conflicts++
    else if (sent.status !== 503) this.odd.push(`${path}: ${sent.status} ${sent.text.slice(0, 200)}`)
  }

  /** Does nothing more, or is a conflict with what others have written since. */
  async #repeat(node: StressNode, request: Request): Promise<void> {
    const sent = await this.#send(node, request)
    if (sent.status === 0) return
    this.repeated++
    if (sent.status === 409 || sent.status === 503) return
    const { data } = docOf(sent)
    const differs = request.writes.find(({ field, value }) => data[field] !== value)
    if (sent.status !== 200 || differs)
      this.odd.push(`repeated ${request.path}: ${sent.status} ${sent.text.slice(0, 200)}`)
  }

  #send(node: StressNode, { method, path, body }: Pick<Request, 'method' | 'path'> & { body?: object }) {
    this.requests++
    return pollOnce(() =>
      node.request(`/api/v1${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${this.#key}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)]!
  }
}

function docOf({ text }: PollResult): Doc {
  return (JSON.parse(text) as { doc: Doc }).doc
}
