// The pages of docs/internals and the records of docs/adr: few, short, of one form, and a row for each dependency.
import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import manifest from '../../package.json' with { type: 'json' }
import { readText, root, sectionOf, spansOf, tableRowsOf } from './documents.ts'

const pagesMax = 8
const wordsMax = 800
const recordsMax = 24
const wordsOfAllMax = 43_500
const recordParts = ['Context', 'Decision', 'Consequences']

const namesIn = (folder: string): string[] => [...new Glob('*.md').scanSync(`${root}/${folder}`)].sort()
const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

/** Marks of lists, tables and headings are no words. */
const countWords = (text: string): number =>
  text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length

describe('the pages of docs/internals', () => {
  const pages = namesIn('docs/internals')

  test('are few', () => {
    expect(pages.length).toBeGreaterThan(0)
    expect(pages.length).toBeLessThanOrEqual(pagesMax)
  })

  test.each(pages)('%s is short', page => {
    expect(countWords(readText(`docs/internals/${page}`))).toBeLessThanOrEqual(wordsMax)
  })

  test('are all linked from the README or from one another', () => {
    const texts = [readText('README.md'), ...pages.map(page => readText(`docs/internals/${page}`))].join('\n')
    expect(pages.filter(page => !texts.includes(`${page})`) && !texts.includes(`${page}#`))).toEqual([])
  })
})

/** Why a record is not of the form, or null. */
function findError(name: string, text: string): string | null {
  const number = name.slice(0, 4)
  if (!titleOf(text).startsWith(`${number}. `)) return 'its title does not begin with its number'
  const date = /^Date: (\d{4}-\d{2}-\d{2})$/m.exec(text)?.[1]
  if (date === undefined || Number.isNaN(Date.parse(date))) return 'it has no date'
  const parts = [...text.matchAll(/^\*\*(\w+)\.\*\* \S/gm)].map(match => match[1])
  return Bun.deepEquals(parts, recordParts) ? null : `its parts are ${parts}`
}

describe('the records of docs/adr', () => {
  const names = namesIn('docs/adr').filter(name => name !== 'README.md')
  const records = names.map(name => ({ name, text: readText(`docs/adr/${name}`) }))

  test('are few, and numbered without a gap', () => {
    const numbers = names.map(name => /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.exec(name)?.[1])
    expect(numbers).toEqual(names.map((_, at) => String(at + 1).padStart(4, '0')))
    expect(names.length).toBeLessThanOrEqual(recordsMax)
  })

  test.each(records.map(({ name, text }) => [name, text] as const))(
    '%s has its date and its parts',
    (name, text) => {
      expect(findError(name, text)).toBeNull()
    },
  )

  test('are in the index with their titles and in order, and nothing else is', () => {
    const lines = [...readText('docs/adr/README.md').matchAll(/^- .+$/gm)].map(match => match[0])
    expect(lines).toEqual(records.map(({ name, text }) => `- [${titleOf(text)}](${name})`))
  })

  test('are checked by rules that can fail', () => {
    const [{ name, text } = { name: '', text: '' }] = records
    expect(findError(name, text.replace(/^Date: .+$/m, ''))).toBe('it has no date')
    expect(findError(name, text.replace('**Decision.** ', ''))).toBe('its parts are Context,Consequences')
    expect(findError('9999-other.md', text)).toBe('its title does not begin with its number')
  })
})

test('every dependency has its row in docs/internals/dependencies.md, and no row is of one that is gone', () => {
  const text = readText('docs/internals/dependencies.md')
  const packagesIn = (section: string) =>
    tableRowsOf(sectionOf(text, section))
      .flatMap(([names = '']) => spansOf(names))
      .sort()
  expect(packagesIn('At run time')).toEqual(Object.keys(manifest.dependencies).sort())
  expect(packagesIn('For development')).toEqual(Object.keys(manifest.devDependencies).sort())
})

test('all documents together have at most 43,500 words', () => {
  const patterns = [
    '*.md',
    'docs/**/*.md',
    'client/*.md',
    'client/examples/*/README.md',
    'test/kit/README.md',
  ]
  const paths = patterns.flatMap(pattern => [...new Glob(pattern).scanSync(root)])
  const total = paths.reduce((sum, path) => sum + countWords(readText(path)), 0)
  expect(paths.length).toBeGreaterThan(50)
  expect(total).toBeLessThanOrEqual(wordsOfAllMax)
})
