// The words of the project: types are nouns, and phrases that only this project used stay out of code and documents.
import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import openApi from '../../openapi.json' with { type: 'json' }
import { readText, root } from './documents.ts'

const lonelyParticiples =
  'Absent|Asked|Bound|Chosen|Collected|Compiled|Documented|Filled|Forbidden|Found|Gathered|Guarded|Held|Invited|Kept|Known|Loaded|Localized|Made|Merged|Named|Narrowed|Prepared|Refitted|Rendered|Sent|Settled|Taken|Told|Undone|Wanted|Written'
const participleType = new RegExp(
  `^\\s*(?:export )?(?:abstract )?(?:interface|type|class) (?:${lonelyParticiples})\\b`,
  'gm',
)

/** Words of names that this project once used for standard ones. */
const privateWords: Readonly<Record<string, string>> = {
  answer: 'response',
  asker: 'poller',
  desk: 'fixture',
  entrance: 'onboarding',
  fault: 'error',
  goner: 'evicted',
  judge: 'oracle, check',
  kept: 'cached, stored',
  nobody: 'anonymous',
  question: 'query',
  rig: 'stress test',
  shelf: 'cache',
  stranger: 'unknown',
  telling: 'report',
  told: 'reported',
  twin: 'engine',
  vouch: 'lease',
  whereabouts: 'index',
}
/** Names on the wire, and where they are made. */
const wireNames: Readonly<Record<string, readonly string[]>> = {
  'src/main.ts': ['faults'],
}

/** Names that were replaced, so that they do not return. */
const formerNames: Readonly<Record<string, string>> = {
  BoundQuery: 'Revalidation',
  GiveWay: 'PreparationOutdated',
  HomelessEdits: 'OrphanedEdits',
  KnownRuns: 'TokenInterner',
  Overtaken: 'PreparationOutdated',
  PassedVersion: 'IntermediateVersion',
  PreparedWork: 'BulkChange',
  ShownBefore: 'PreviouslyPublicAssets',
  WorkingEntry: 'EntryInTransaction',
  WriteAhead: 'BeforeLock',
  byOf: 'toActor',
  markUntaken: 'markRejected',
  planAhead: 'planWriteBeforeLock',
  selectAgain: 'reselect',
  serveOthers: 'yieldToEventLoop',
  takeStock: 'analyze',
  toByText: 'toActorText',
  writePrepared: 'runBulkChange',
}
const formerName = new RegExp(`\\b(?:${Object.keys(formerNames).join('|')})\\b`, 'g')

function formerNamesIn(text: string): string[] {
  return (text.match(formerName) ?? []).map(name => `${name}: ${formerNames[name]}`)
}

/** What was said before, and what an engineer elsewhere would say. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bwhoever\b/gi, 'say who'],
  [/\bmade anew\b/gi, 'rebuilt'],
  [/\bwhat is so\b/gi, 'the current state'],
  [/\blets? go of\b/gi, 'evict, release'],
  [/\bvouch(?:es|ed)?\b/gi, 'the lease is valid'],
  [/\bdid not work\b/gi, 'could not …, and why'],
  [/\bworks no more\b/gi, 'is no longer valid'],
  [/\bis not known here\b/gi, 'is unknown'],
  [/\bmade room\b/gi, 'evicted'],
  [/\bnobody has asked\b/gi, 'never requested'],
  [/\bdoes not answer\b/gi, 'is unavailable, does not respond'],
  [/\b(?:an|the|each|every|no|kept|cached|same) answers?\b/gi, 'response'],
  [/\banswers that (?:are|were) kept\b/gi, 'cached responses'],
  [/\bmust be a text\b/gi, 'must be a string'],
  [/\bshows those that there are\b/gi, 'shows all'],
  [/\btoo much to do\b/gi, 'overloaded'],
  [/\bis no member\b/gi, 'is not a member'],
  [/\bmember looks\b/gi, 'has read-only access'],
]

/** What clients and operators read: help texts, the API's description, errors. Only whole words of prose. */
const privateInTexts = /\b(?:answer(?:s|ed)?|questions?|told|whoever|nobody|anew)\b/gi

const sources = ['{src,dashboard}/**/*.{ts,tsx}', 'client/src/**/*.ts']
  .flatMap(pattern => [...new Glob(pattern).scanSync(root)])
  .sort()
/** Where names are checked; not in this file, which has to name them. */
const code = ['{src,dashboard,scripts,bench,test}/**/*.{ts,tsx}', 'client/src/**/*.ts']
  .flatMap(pattern => [...new Glob(pattern).scanSync(root)])
  .filter(path => path !== 'test/documents/language.test.ts')
  .sort()
/** Known by these names outside the project. */
const knownFiles = ['test/cluster/same-answers.test.ts', 'test/delivery/answers-equal-model.test.ts']
const documents = ['*.md', 'docs/**/*.md', 'client/*.md']
  .flatMap(pattern => [...new Glob(pattern).scanSync(root)])
  .sort()

const declaration =
  /\b(?:const|let|function|class|interface|type|readonly|async|get)\s+[[{]?\s*#?([A-Za-z]\w*)|^\s*#([A-Za-z]\w*)/gm

function privateNamesIn(text: string): string[] {
  return [...text.matchAll(declaration)]
    .map(match => match[1] ?? match[2] ?? '')
    .filter(name =>
      name
        .replace(/([A-Z])/g, ' $1')
        .toLowerCase()
        .split(' ')
        .some(word => Object.hasOwn(privateWords, word.replace(/s$/, ''))),
    )
}

/** File names are read more often than any other. */
function privateFileName(path: string): boolean {
  const words = (path.split('/').at(-1) ?? '').split(/[-.]/)
  return words.some(word => Object.hasOwn(privateWords, word.replace(/s$/, '')))
}

function participlesIn(text: string): string[] {
  return [...text.matchAll(participleType)].map(match => match[0].trim())
}

function phrasesIn(text: string): string[] {
  return phrases.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(match => `${match[0]}: ${instead}`),
  )
}

/** A comment is a sentence: what begins with one of these words is a part of one, whose subject the reader has to find. */
const brokenComment = /^\s*(?:\/\/|\/\*\*?|\*|\{\/\*) ?(?:Of|What|Whether|Whose|Who|Those|How) .*/gm

function brokenCommentsIn(text: string): string[] {
  // A line that goes on with a sentence of the line before may begin with any word.
  return [...text.matchAll(brokenComment)]
    .filter(({ index }) => !/[\w,;:)`'"]\s*$/.test(commentBefore(text, index)))
    .map(([line]) => line.trim())
}

/** The comment in the line above, or nothing. */
function commentBefore(text: string, index: number): string {
  const line =
    text
      .slice(0, index)
      .replace(/\n\s*$/, '')
      .split('\n')
      .at(-1) ?? ''
  return /^\s*(?:\/\/|\/\*\*?|\*) ?(.*)$/.exec(line)?.[1] ?? ''
}

describe('the project speaks the words of its field', () => {
  test('a type is a noun, never a lone participle', () => {
    expect(sources.flatMap(path => participlesIn(readText(path)).map(found => `${path}: ${found}`))).toEqual(
      [],
    )
  })

  test('no private phrase is in the source or the documents', () => {
    const found = [...sources, ...documents].flatMap(path =>
      phrasesIn(readText(path)).map(phrase => `${path}: ${phrase}`),
    )
    expect(found).toEqual([])
  })

  test('no name has a private word in it', () => {
    const found = code.flatMap(path =>
      privateNamesIn(readText(path))
        .filter(name => !wireNames[path]?.includes(name))
        .map(name => `${path}: ${name}`),
    )
    expect([...found, ...code.filter(path => privateFileName(path) && !knownFiles.includes(path))]).toEqual(
      [],
    )
  })

  test('a comment is a sentence', () => {
    const found = sources.flatMap(path =>
      brokenCommentsIn(readText(path)).map(comment => `${path}: ${comment}`),
    )
    expect(found).toEqual([])
  })

  test('no name that was replaced is back', () => {
    expect(code.flatMap(path => formerNamesIn(readText(path)).map(found => `${path}: ${found}`))).toEqual([])
  })

  test('no private word is in what clients and operators read', () => {
    const texts = [
      ...Object.entries(openApi.components.schemas),
      ...Object.entries(openApi.paths),
      ['info', openApi.info],
      ['.env.example', readText('.env.example')],
      [
        'src/ops/metrics.ts',
        [...readText('src/ops/metrics.ts').matchAll(/help: '(.+)'/g)].map(([text]) => text),
      ],
    ].map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    expect(
      texts.flatMap(text => text.match(privateInTexts)?.map(word => `${text.slice(0, 80)}: ${word}`) ?? []),
    ).toEqual([])
  })

  test('these checks can fail', () => {
    expect(participlesIn('interface Made {\n}\nexport type Found = 1\nclass Foundry {}')).toHaveLength(2)
    expect(
      privateNamesIn('const answer = 1\n  #kept = 2\nfunction findFaults() {}\nconst rigid = 1'),
    ).toHaveLength(3)
    expect(formerNamesIn('await serveOthers(), and then serveOthersToo()')).toEqual([
      'serveOthers: yieldToEventLoop',
    ])
    expect(
      brokenCommentsIn('// Of the paths.\n/** What it does. */\n// The entry\n// whose\n// Who is in it.'),
    ).toHaveLength(2)
    expect(privateFileName('test/stress/overload.rig.ts')).toBe(true)
    expect('Kept answers'.match(privateInTexts)).toHaveLength(1)
    expect(phrasesIn('Whoever asks gets what was made anew.')).toHaveLength(2)
  })
})
