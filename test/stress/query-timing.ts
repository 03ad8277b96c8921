// Whether the time of a query tells what drafts and other spaces hold: the same queries in spaces with the same published
// content, and guesses of words that only drafts and another space have. Nothing is cached.
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import type { Get } from '../kit/app/other-app.ts'
import { createNeighbour, draftCanary, type TestSpace } from '../kit/app/test-space.ts'
import { GeneratedQueries, Random } from '../kit/oracle/generated-queries.ts'
import { figuresOf } from './figures.ts'
import type { Findings } from './runner.ts'
import type { CreateSpace } from './space-on-engines.ts'

export interface QueryTimingOptions {
  readonly rounds: number
  readonly queries: number
  readonly posts: number
  /** Drafts and entries of the other space for each published one. */
  readonly copies: number
  readonly seed: number
}

/** Words of the same length: one that drafts and the other space have, one that is published, two that nothing has. */
const words = {
  secret: 'zqsecretword',
  published: 'zqpublicword',
  absent: 'zqabsentword',
  other: 'zqmissinword',
}
type Word = keyof typeof words

const guesses: readonly ((word: string) => string)[] = [
  word => `filter[title]=${word}`,
  word => `filter[title][prefix]=${word}`,
  word => `filter[title][ne]=${word}`,
  word => `q=${word}`,
  word => `filter[slug]=${word}`,
  word => `filter[author.name]=${word}`,
  word => `filter[cats.shelf][in]=${word}`,
]

export interface TimingSpaces {
  /** With drafts and another space; `alone` and `control` have the same published content and nothing else. */
  readonly crowded: TestSpace
  readonly alone: TestSpace
  readonly control: TestSpace
}

export async function createTimingSpaces(
  createSpace: CreateSpace,
  { posts, copies, seed }: QueryTimingOptions,
): Promise<TimingSpaces> {
  const sizes = { posts, authors: 50, cats: 20, countries: 5 }
  const records = new GeneratedQueries(seed, sizes)
    .records()
    .filter(record => record.type !== 'entry' || record.liveData !== undefined)
  const hidden = Array.from({ length: copies }, (_, copy) => toHidden(records, copy)).flat()
  const content = [...records, ...toMatches(records, words.published, 'public')]
  const options = { records: content, cacheBytes: 0 }
  const crowded = await createSpace({
    ...options,
    records: [...content, ...hidden.map(toDraft), ...toMatches(records, words.secret, 'draft').map(toDraft)],
  })
  const neighbours = [...records, ...hidden, ...toMatches(records, words.secret, 'other')]
  await createNeighbour(crowded, 'neighbour', { records: neighbours })
  return { crowded, alone: await createSpace(options), control: await createSpace(options) }
}

/** The entries again, under other ids. */
function toHidden(records: readonly ImportRecord[], copy: number): ImportRecord[] {
  return records.flatMap(record =>
    record.type === 'entry'
      ? [{ ...record, id: `${record.id}-${copy}`, slug: `${record.slug}-${copy}`, data: record.liveData! }]
      : [],
  )
}

const matchesCount = 200

/** Entries that have the word wherever the guesses look for it; references lead to one of their own. */
function toMatches(records: readonly ImportRecord[], word: string, prefix: string): ImportRecord[] {
  const entry = (collection: string, id: string, liveData: object, slug = id) =>
    ({ type: 'entry', collection, id, slug, data: liveData, liveData }) as ImportRecord
  const [author, cat] = [`${prefix}-author`, `${prefix}-cat`]
  return [
    entry('authors', author, { name: word }),
    entry('cats', cat, { name: word, shelf: word }),
    ...Array.from({ length: Math.min(matchesCount, records.length) }, (_, at) =>
      entry(
        'posts',
        `${prefix}-${at}`,
        { title: word, author: { id: author }, cats: [{ id: cat }] },
        at === 0 ? word : `${prefix}-${at}`,
      ),
    ),
  ]
}

function toDraft(record: ImportRecord): ImportRecord {
  if (record.type !== 'entry') return record
  const { liveData: _, publishedAt: __, variants: ___, ...draft } = record
  return draft.collection === 'posts' ? { ...draft, data: { ...draft.data, body: draftCanary } } : draft
}

/** Milliseconds of each round, by name; in each round all of them, in another order. */
async function measure<Name extends string>(
  sends: Readonly<Record<Name, () => Promise<unknown>>>,
  rounds: number,
  random: Random,
): Promise<Readonly<Record<Name, number[]>>> {
  const names = Object.keys(sends) as Name[]
  const times = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    for (let left = [...names]; left.length > 0; ) {
      const name = random.pick(left)
      left = left.filter(one => one !== name)
      const startedAt = performance.now()
      await sends[name]()
      times[name].push(performance.now() - startedAt)
    }
  }
  return times
}

const toSend = (get: Get, path: string) => async () => (await get(path)).text()
const medianOf = (values: readonly number[]) => figuresOf(values).p50
const toText = (share: number) => `${(100 * share).toFixed(1)} %`

export async function runQueryTiming(
  { crowded, alone, control }: TimingSpaces,
  findings: Findings,
  options: QueryTimingOptions,
): Promise<void> {
  const random = new Random(options.seed)
  const generated = new GeneratedQueries(options.seed, { posts: 40, authors: 8, cats: 6, countries: 3 })
  const differences: Record<'crowded' | 'control', number[]> = { crowded: [], control: [] }
  for (let query = 0; query < options.queries; query++) {
    const path = generated.toPath({ ...generated.query(), perPage: 7 })
    const sends = {
      crowded: toSend(crowded.get, path),
      alone: toSend(alone.get, path),
      control: toSend(control.get, path),
    }
    const times = await measure(sends, options.rounds, random)
    for (const name of ['crowded', 'control'] as const)
      differences[name].push(medianOf(times[name]) / medianOf(times.alone) - 1)
  }
  const [beside, noise] = [medianOf(differences.crowded), medianOf(differences.control)]
  findings.say(
    `${options.queries} queries of ${options.rounds} rounds; medians beside those of the same published content alone:`,
  )
  findings.say(
    `  with drafts and another space ${toText(beside)}, of a control without either ${toText(noise)}`,
  )
  findings.claim(Math.abs(beside - noise) < 0.05, 'queries take as long beside drafts and another space')
  await compareGuesses(crowded, findings, options.rounds, random)
}

/** Of this many standard deviations chance makes one in 15,000. */
const deviationsMax = 4

/** A guess is told apart where it takes longer, or shorter, than a wrong one in more rounds than chance explains. */
async function compareGuesses(
  { get }: TestSpace,
  findings: Findings,
  rounds: number,
  random: Random,
): Promise<void> {
  const chance = (deviationsMax * 0.5) / Math.sqrt(rounds)
  const apart: Record<Word, string[]> = { secret: [], published: [], absent: [], other: [] }
  for (const guess of guesses) {
    const pathOf = (word: Word) => `/content/posts?${guess(words[word])}`
    const sends = {
      secret: toSend(get, pathOf('secret')),
      published: toSend(get, pathOf('published')),
      absent: toSend(get, pathOf('absent')),
      other: toSend(get, pathOf('other')),
    }
    await measure(sends, 20, random)
    const times = await measure(sends, rounds, random)
    const shares = (['secret', 'published', 'other'] as const).map(word => {
      const slower = times[word].filter((ms, round) => ms > times.absent[round]!).length / rounds
      if (Math.abs(slower - 0.5) > chance) apart[word].push(guess('…'))
      return `${word} ${medianOf(times[word]).toFixed(3)} ms, slower in ${toText(slower)}`
    })
    findings.say(`  ${guess('…')}: absent ${medianOf(times.absent).toFixed(3)} ms; ${shares.join('; ')}`)
  }
  findings.claim(
    apart.secret.length === 0,
    `a secret word takes as long as an absent one ${apart.secret.join(' ')}`,
  )
  // What is published may be told apart: it shows that the comparison would find a difference.
  findings.claim(
    apart.published.length >= guesses.length / 2 && apart.other.length === 0,
    `the comparison tells published words from absent ones, and no absent ones from each other ${apart.other.join(' ')}`,
  )
}

/** Breaks what is tested: everything that was secret is live. */
export async function publishSecrets({ import: run }: TestSpace): Promise<void> {
  const posts = Array.from({ length: matchesCount }, (_, at) => {
    const liveData = { title: words.secret, author: { id: 'draft-author' }, cats: [{ id: 'draft-cat' }] }
    const id = `draft-${at}`
    return { type: 'entry', collection: 'posts', id, slug: at === 0 ? words.secret : id, liveData } as const
  })
  await run([
    { type: 'entry', collection: 'authors', id: 'draft-author', liveData: { name: words.secret } },
    { type: 'entry', collection: 'cats', id: 'draft-cat', liveData: { shelf: words.secret } },
    ...posts,
  ])
}
