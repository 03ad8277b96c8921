// Requests of the management API to replay: a few entries are created, changed, published, scheduled and archived at
// random, some of them with versions and values that do not fit, and the models and variants that they use change.
import type { ReplayRequest } from './replay-request.ts'

/**
 * Matches a version that is not known until the request is sent: a string in a body, or a part of a path. The recorder
 * replaces it by the last version that a response named.
 */
export const currentVersionPattern = /"?current version of ([\w-]+)"?/g

type Pick = <Item>(items: readonly Item[]) => Item

const ids = ['one', 'two', 'three', 'four', 'book-marram', 'missing']
const references = [
  { id: 'author-edwin-loam' },
  { id: 'two' },
  { id: 'nobody' },
  { collection: 'authors', slug: 'uxia-lourido' },
  { collection: 'authors', slug: 'nobody' },
  { collection: 'books', slug: 'marram' },
  null,
  'author-edwin-loam',
]
const richText = [
  {
    _type: 'block',
    _key: 'a',
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: 'b', text: 'Spring tide', marks: ['strong'] }],
  },
]
const values: Readonly<Record<string, readonly unknown[]>> = {
  title: ['Spring tide', 'Neap tide', '', null, 7, 'x'.repeat(300), 'Ärger & Ebbe'],
  byline: ['Ada', null, 'a\u0000b'],
  author: references,
  standfirst: ['A sentence.', 'y'.repeat(301), null],
  body: [richText, [], null, 'text', [{ _type: 'unknown' }]],
  image: [null, { url: 'https://example.org/a.png' }, { url: 'javascript:alert(1)' }, { id: 'nothing' }],
  minutes: [3, 0, 1.5, '3', null],
  tags: [['tides', 'sea'], [], ['a', null], 'tides'],
  related: [
    [{ id: 'one' }, { id: 'book-marram' }],
    [{ collection: 'posts', slug: 'spring-tide' }],
    [{ id: 5 }],
  ],
  unknown: [1],
}
const changes = [
  [{ op: 'addField', field: { apiName: 'mood', type: 'text' } }],
  [{ op: 'addField', field: { apiName: 'rank', type: 'integer', default: 3 }, fill: true }],
  [{ op: 'renameField', field: 'mood', to: 'weather' }],
  [{ op: 'convertField', field: 'minutes', type: 'text' }],
  [{ op: 'removeField', field: 'weather' }],
  [{ op: 'setField', field: 'standfirst', properties: { max: 200 } }],
  [{ op: 'nothing' }],
]

const inTwoYears = new Date().getFullYear() + 2

/** Draws a request of the management API, whose caller is a session. */
export function drawAuthoringRequest(random: () => number, pick: Pick): ReplayRequest {
  const id = pick(ids)
  const entry = `/api/v1/entries/${id}`
  const versionOf = (name: string) =>
    random() < 0.85 ? `current version of ${name}` : 1 + Math.floor(random() * 6)
  const draftVersion = versionOf(id)
  const modelVersion = versionOf('posts')
  const data = () =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => random() < (name === 'unknown' ? 0.01 : 0.3))
        .map(([name, options]) => [name, random() < 0.9 ? options[0] : pick(options)]),
    )
  const overlays = () =>
    random() < 0.7 ? {} : { variants: { [pick(['members', 'booksellers', 'none'])]: data() } }
  const slug = () => (random() < 0.7 ? {} : { slug: pick(['spring-tide', 'neap/tide', '', 'tide-tables']) })
  const send = (method: string, path: string, body?: unknown): ReplayRequest => ({
    method,
    path,
    caller: pick(['owner', 'owner', 'owner', 'admin', 'admin', 'admin', 'member', 'none']),
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const read = (path: string) => send('GET', path)
  const operation = (of: string) => ({
    op: pick(['publish', 'archive', 'unarchive', 'discard']),
    id: of,
    draftVersion: versionOf(of),
  })
  return pick<() => ReplayRequest>([
    () =>
      send('POST', '/api/v1/entries', { collection: 'posts', id, data: data(), ...overlays(), ...slug() }),
    () => send('PATCH', entry, { draftVersion, data: data(), ...overlays(), ...slug() }),
    () => send('PATCH', entry, { draftVersion, data: data(), ...overlays(), ...slug() }),
    () => send('PUT', entry, { draftVersion, data: data(), ...overlays(), slug: `${id}-again` }),
    () => send('POST', `${entry}/publish`, { draftVersion }),
    () => send('POST', `${entry}/publish`, { draftVersion }),
    () => send('POST', `${entry}/${pick(['discard', 'archive', 'unarchive'])}`, { draftVersion }),
    () => send('POST', `${entry}/unpublish`, {}),
    () => send('POST', `${entry}/restore`, { from: pick(['d1', 'd2', 'p1', 'x']), draftVersion }),
    () => send('DELETE', `${entry}?draftVersion=${draftVersion}`),
    () => send('PUT', `${entry}/schedule`, { draftVersion, publishAt: `${inTwoYears}-01-01T00:00:00Z` }),
    () => send('DELETE', `${entry}/schedule`),
    () => send('POST', '/api/v1/operations', { operations: [operation(id), operation(pick(ids))] }),
    () =>
      send('POST', '/api/v1/collections/posts/changes', {
        operations: pick(changes),
        modelVersion,
      }),
    () =>
      send('POST', '/api/v1/collections/posts/changes', {
        operations: pick(changes),
        modelVersion,
        dryRun: true,
      }),
    () =>
      send('POST', '/api/v1/variants', {
        id: pick(['members', 'sv', 'bad id']),
        name: 'Some',
        kind: 'locale',
      }),
    () => read(entry),
    () => read(`${entry}/${pick(['links', 'changes?since=1', 'versions', 'versions/d1', 'versions/p1'])}`),
    () =>
      read(
        `/api/v1/entries?collection=posts&${pick(['state=draft', 'state=live', 'search=tide', 'state=x'])}`,
      ),
    () => read(`/api/v1/entries?references=${id}`),
    () =>
      read(pick(['/api/v1/schedule', '/api/v1/activity', '/api/v1/collections/posts', '/api/v1/variants'])),
  ])()
}

const queries = [
  'filter[title][prefix]=t',
  'filter[author.slug]=edwin-loam',
  'filter[price][gte]=7&filter[price][lt]=10',
  'filter[releasedOn]=2025',
  'filter[printRuns][all]=2000,2500',
  'filter[related]=one',
  'filter[minutes][gte]=3&sort=-minutes,title',
  'any[inPrint]=false&any[price][lt]=8',
  'not[author]=author-edwin-loam',
  'q=tide',
  'q=water&fields=title,author.name',
  'fields=title,categories.name',
  'sort=-releasedOn',
  'sort=title&queryVariant=members&variants=members',
  'filter[titel]=x',
  'sort=description',
  'populate=*',
]

/** Draws the query of a list of entries. */
export function drawContentQuery(pick: Pick): string {
  return `${pick(queries)}&depth=${pick(['0', '1', '2'])}&perPage=${pick(['2', '20', '1000'])}`
}
