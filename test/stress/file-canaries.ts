// Files of drafts are delivered to nobody: a space whose files come, change and go by the API, and a stranger who asks for
// every path that was ever handed out, in all the ways that a path can be asked for. A model in memory says what live
// content shows.
import { createRandom, type SeededRandom } from '../../bench/random.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import type { Findings } from './runner.ts'

export interface CanaryOptions {
  readonly requests: number
  /** Number of requests between two changes. */
  readonly requestsPerChange: number
  readonly seed: number
}

export const canaryModel: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'pictures',
    name: 'Pictures',
    fields: [{ apiName: 'cover', type: 'asset' }],
  },
]

interface Asset {
  url: string
  text: string
  /** Whether live content has shown it at this address. */
  wasDelivered: boolean
  /** The addresses before this one where live content has shown it. */
  readonly former: string[]
}

interface Entry {
  /** The asset that its draft names. */
  asset: string
  /** That of its publication; null if it is not published. */
  live: string | null
  version: number
}

const ways: readonly { readonly method: string; readonly headers: Record<string, string> }[] = [
  { method: 'GET', headers: {} },
  { method: 'HEAD', headers: {} },
  { method: 'GET', headers: { 'If-None-Match': '*' } },
  { method: 'GET', headers: { Range: 'bytes=0-3' } },
  { method: 'GET', headers: { Accept: 'image/avif,text/html', Origin: 'https://other.example' } },
]
const searches = ['', '', '?w=640', '?w=801', '?v=1']

export async function runFileCanaries(
  space: TestSpace,
  findings: Findings,
  options: CanaryOptions,
): Promise<void> {
  const run = new Canaries(space, createRandom(options.seed))
  await run.open()
  for (let asked = 0; asked < options.requests; asked++) {
    if (asked % options.requestsPerChange === 0) await run.change()
    await run.ask()
  }
  const { leaks, withheld, wrong, counts } = run
  const totals = [...counts].sort().map(([status, count]) => `${status}: ${count}`)
  findings.say(`${run.changes} changes, ${run.paths.size} paths; ${totals.join(', ')}`)
  const some = (list: readonly string[]) => list.slice(0, 3).join(' | ')
  findings.claim(
    leaks.length === 0,
    `${leaks.length} of ${options.requests} got what is not live ${some(leaks)}`,
  )
  findings.claim(withheld.length === 0, `what is live is delivered ${some(withheld)}`)
  findings.claim(wrong.length === 0, `every response has the bytes of its address ${some(wrong)}`)
  findings.claim(
    (counts.get(200) ?? 0) > 0 && (counts.get(404) ?? 0) > 0,
    'both kinds of paths were asked for',
  )
}

class Canaries {
  readonly leaks: string[] = []
  readonly withheld: string[] = []
  readonly wrong: string[] = []
  readonly counts = new Map<number, number>()
  /** Every path that a response has named, with the text of its file. */
  readonly paths = new Map<string, string>()
  changes = 0
  readonly #assets = new Map<string, Asset>()
  readonly #entries = new Map<string, Entry>()
  readonly #known: string[] = []
  #key = ''
  #files = 0

  constructor(
    readonly space: TestSpace,
    readonly random: SeededRandom,
  ) {}

  async open(): Promise<void> {
    this.#key = (await this.space.makeKey({ scopes: ['content.write', 'content.publish'] })).key
    for (let count = 0; count < 5; count++) await this.#upload()
    for (let count = 0; count < 5; count++) await this.#createEntry()
  }

  async change(): Promise<void> {
    this.changes++
    const changes = [
      ...[() => this.#upload(), () => this.#createEntry(), () => this.#replace(), () => this.#replace()],
      ...[() => this.#publish(), () => this.#publish(), () => this.#unpublish(), () => this.#nameAnother()],
      ...[() => this.#nameAnother(), () => this.#remove()],
    ]
    await this.#one(changes)()
    for (const asset of this.#liveAssets()) asset.wasDelivered = true
  }

  /** Asks as a stranger for one path, and judges the response. */
  async ask(): Promise<void> {
    const path = this.#one(this.#known)
    const text = this.paths.get(path)!
    const way = this.#one(ways)
    const search = this.#one(searches)
    const response = await this.space.request(path + search, way)
    const { status } = response
    const body = await response.text()
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1)
    const what = `${status} ${way.method} ${path}${search} ${JSON.stringify(way.headers)}`
    const live = this.#liveAssets()
    const isShown = live.some(({ url }) => url === path)
    const target = live.find(({ former }) => former.includes(path))
    if (!isShown && status === 307) {
      const location = response.headers.get('Location')?.split('?')[0]
      if (!target || !live.some(({ url }) => url === location)) this.leaks.push(what)
    } else if (!isShown && (status !== 404 || body.includes(text))) this.leaks.push(what)
    if (isShown && ![200, 206, 304].includes(status)) this.withheld.push(what)
    if (isShown && body !== '' && !text.startsWith(body)) this.wrong.push(what)
    if (!isShown && target && status !== 307) this.withheld.push(what)
  }

  #liveAssets(): Asset[] {
    return [...this.#entries.values()].flatMap(({ live }) => this.#assets.get(live ?? '') ?? [])
  }

  async #upload(): Promise<void> {
    const id = `asset-${++this.#files}`
    const text = this.#newText()
    const { url } = await this.#send('POST', `/assets?filename=${this.#newName()}&id=${id}`, text)
    this.#assets.set(id, { url, text, wasDelivered: false, former: [] })
    this.#handOut(url, text)
  }

  async #replace(): Promise<void> {
    const [id, asset] = this.#one([...this.#assets])
    // Sometimes under another name alone, or with bytes that another asset has or had.
    const text = this.#one([this.#newText(), asset.text, this.#one([...this.paths.values()])])
    const { url } = await this.#send('PUT', `/assets/${id}/file?filename=${this.#newName()}`, text)
    if (url !== asset.url) {
      if (asset.wasDelivered) asset.former.push(asset.url)
      asset.wasDelivered = false
    }
    asset.url = url
    asset.text = text
    this.#handOut(url, text)
  }

  #handOut(url: string, text: string): void {
    if (!this.paths.has(url)) this.#known.push(url)
    this.paths.set(url, text)
  }

  async #remove(): Promise<void> {
    if (this.#assets.size < 4) return
    const [id] = this.#one([...this.#assets])
    await this.#send('DELETE', `/assets/${id}?force=1`)
    this.#assets.delete(id)
  }

  async #createEntry(): Promise<void> {
    if (this.#entries.size >= 12) return
    const id = `entry-${this.#entries.size}`
    const [asset] = this.#one([...this.#assets])
    const data = { cover: { id: asset } }
    await this.#send('POST', '/entries', { id, collection: 'pictures', slug: id, data })
    this.#entries.set(id, { asset, live: null, version: 1 })
  }

  async #nameAnother(): Promise<void> {
    const [id, entry] = this.#one([...this.#entries])
    const [asset] = this.#one([...this.#assets])
    if (asset === entry.asset) return
    const change = { draftVersion: entry.version, data: { cover: { id: asset } } }
    await this.#send('PATCH', `/entries/${id}`, change)
    entry.asset = asset
    entry.version++
  }

  async #publish(): Promise<void> {
    const [id, entry] = this.#one([...this.#entries])
    await this.#send('POST', `/entries/${id}/publish`, { draftVersion: entry.version })
    entry.live = entry.asset
  }

  async #unpublish(): Promise<void> {
    const [id, entry] = this.#one([...this.#entries])
    if (entry.live === null) return
    await this.#send('POST', `/entries/${id}/unpublish`, {})
    entry.live = null
  }

  /** Returns the address of the asset in the response, if it is one. */
  async #send(method: string, path: string, body?: string | object): Promise<{ readonly url: string }> {
    const isJson = typeof body === 'object'
    const response = await this.space.request(`/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.#key}`,
        ...(isJson && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { doc: { url: string } }).doc
  }

  #newText(): string {
    return `canary ${this.changes} ${this.random.below(1_000_000_000)} of a file`
  }

  #newName(): string {
    return this.#one(['a.txt', 'b.txt'])
  }

  #one<T>(list: readonly T[]): T {
    return this.random.pick(list)
  }
}
