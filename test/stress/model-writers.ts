// Writers beside a change of a model with many entries, all in one process: how long each of them waits, and that none is
// refused and nothing is lost.
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import { figuresOf } from './figures.ts'
import type { Findings } from './runner.ts'

/** How long a writer may wait per 50,000 entries of the change. */
const waitMsMax = 1000
const entriesPerWait = 50_000

export function modelRecords(entries: number): ImportRecord[] {
  return [
    {
      type: 'collection',
      apiName: 'posts',
      name: 'Posts',
      titleField: 'title',
      fields: [
        { apiName: 'title', type: 'text' },
        { apiName: 'body', type: 'text' },
        { apiName: 'score', type: 'integer' },
        { apiName: 'related', type: 'reference', many: true },
      ],
    },
    { type: 'collection', apiName: 'notes', name: 'Notes', fields: [{ apiName: 'text', type: 'text' }] },
    ...['n0', 'n1'].map(
      (id): ImportRecord => ({
        ...{ type: 'entry', collection: 'notes', id, liveData: { text: id } },
      }),
    ),
    ...Array.from(
      { length: entries },
      (_, index): ImportRecord => ({
        ...{ type: 'entry', collection: 'posts', id: `p${index}` },
        liveData: {
          title: `Title ${index}`,
          body: `Words of post ${index}, ${'and some more of them '.repeat(10)}`,
          score: index % 100,
          related: [{ id: `p${(index + 1) % entries}` }],
        },
      }),
    ),
  ]
}

export interface Sent {
  readonly status: number
  readonly startedAt: number
  readonly endedAt: number
  readonly text: string
}

export interface ModelWriters {
  readonly space: TestSpace
  /** The operations of the change of `posts`. */
  readonly operations: readonly object[]
}

export interface Outcome {
  readonly changed: Sent
  readonly sent: Readonly<Record<string, readonly Sent[]>>
  /** The last acknowledged title of each saved entry. */
  readonly titles: ReadonlyMap<string, string>
}

/** Writes until the change has ended. */
export async function writeBesideChange(
  { space, operations }: ModelWriters,
  everyMs: number,
): Promise<Outcome> {
  const { key } = await space.makeKey({ scopes: ['model.write', 'content.write', 'content.publish'] })
  const { key: reading } = await space.makeKey({ scopes: ['content.read'] })
  const send = async (method: string, path: string, body?: object, by = key): Promise<Sent> => {
    const startedAt = performance.now()
    const response = await space.request(`/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${by}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, startedAt, endedAt: performance.now(), text }
  }
  const titles = new Map<string, string>()
  const docOf = ({ text }: Sent) => (JSON.parse(text) as { doc: Doc }).doc
  interface Doc {
    readonly draftVersion: number
    readonly data: Readonly<Record<string, unknown>>
  }
  /** Of an entry whose fields are those of today's model. */
  const save = async (id: string, value: string) => {
    const doc = docOf(await send('GET', `/entries/${id}`))
    const field = Object.keys(doc.data)[0]!
    const body = { draftVersion: doc.draftVersion, data: { [field]: value } }
    const sent = await send('PATCH', `/entries/${id}`, body)
    if (sent.status === 200) titles.set(id, value)
    return sent
  }
  let count = 0
  const writers: Readonly<Record<string, () => Promise<Sent>>> = {
    'save an entry of the collection': () => save(`p${count++ % 20}`, `Saved ${count}`),
    'save an entry of another one': () => save('n0', `Saved ${count++}`),
    'publish an entry of the collection': async () => {
      const { draftVersion } = docOf(await send('GET', '/entries/p30'))
      await send('PATCH', '/entries/p30', { draftVersion, data: { score: count++ } })
      const doc = docOf(await send('GET', '/entries/p30'))
      return send('POST', '/entries/p30/publish', { draftVersion: doc.draftVersion })
    },
    'read a list': () =>
      send('GET', `/public/content/notes?perPage=${1 + (count++ % 50)}`, undefined, reading),
  }
  let isOver = false
  const repeat = async (write: () => Promise<Sent>) => {
    const sent: Sent[] = []
    while (!isOver) {
      sent.push(await write())
      await Bun.sleep(everyMs)
    }
    return sent
  }
  const all = Object.entries(writers).map(async ([name, write]) => [name, await repeat(write)] as const)
  const changed = await send('POST', '/collections/posts/changes', { modelVersion: 1, operations })
  isOver = true
  return { changed, sent: Object.fromEntries(await Promise.all(all)), titles }
}

export async function runModelWriters(
  writers: ModelWriters,
  entries: number,
  findings: Findings,
  everyMs: number,
): Promise<void> {
  const { changed, sent } = await writeBesideChange(writers, everyMs)
  const seconds = (changed.endedAt - changed.startedAt) / 1000
  findings.say(`the change took ${seconds.toFixed(1)} s: ${Math.round(entries / seconds)} entries a second`)
  findings.claim(
    changed.status === 200,
    `the change is made (${changed.status} ${changed.text.slice(0, 200)})`,
  )
  const allowed = waitMsMax * Math.max(1, entries / entriesPerWait)
  for (const [name, requests] of Object.entries(sent)) {
    const refused = requests.filter(({ status }) => status >= 500)
    const figures = figuresOf(requests.map(({ startedAt, endedAt }) => endedAt - startedAt))
    findings.figures(name, figures)
    findings.claim(
      refused.length === 0,
      `${name}: none is refused (${refused.length}) ${refused[0]?.text ?? ''}`,
    )
    findings.claim(figures.max <= allowed, `${name}: none waits longer than ${allowed} ms`)
  }
}
