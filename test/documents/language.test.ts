// The words of the project: types are nouns, and phrases that only this project used stay out of code and documents.
import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { readText, root } from './documents.ts'

const lonelyParticiples =
  'Absent|Asked|Bound|Chosen|Collected|Compiled|Documented|Filled|Forbidden|Found|Gathered|Guarded|Held|Invited|Kept|Known|Loaded|Localized|Made|Merged|Named|Narrowed|Prepared|Refitted|Rendered|Sent|Settled|Taken|Told|Undone|Wanted|Written'
const participleType = new RegExp(
  `^\\s*(?:export )?(?:abstract )?(?:interface|type|class) (?:${lonelyParticiples})\\b`,
  'gm',
)

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
]

const sources = [...new Glob('{src,dashboard}/**/*.{ts,tsx}').scanSync(root)].sort()
const documents = ['*.md', 'docs/**/*.md'].flatMap(pattern => [...new Glob(pattern).scanSync(root)]).sort()

function participlesIn(text: string): string[] {
  return [...text.matchAll(participleType)].map(match => match[0].trim())
}

function phrasesIn(text: string): string[] {
  return phrases.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(match => `${match[0]}: ${instead}`),
  )
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

  test('these checks can fail', () => {
    expect(participlesIn('interface Made {\n}\nexport type Found = 1\nclass Foundry {}')).toHaveLength(2)
    expect(phrasesIn('Whoever asks gets what was rebuilt.')).toHaveLength(2)
  })
})
