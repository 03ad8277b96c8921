// The records of decisions: complete, short, all of one form, and one for each dependency.
import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import manifest from '../../package.json' with { type: 'json' }
import { readText, root, spansOf } from './documents.ts'

const folder = 'docs/decisions'
const linesMax = 25
const names = [...new Glob('*.md').scanSync(`${root}/${folder}`)].filter(name => name !== 'README.md').sort()
const records = names.map(name => ({ name, text: readText(`${folder}/${name}`) }))
const parts = ['Context', 'Decision', 'Consequences', 'Code']

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

describe('the records', () => {
  test('are numbered without a gap', () => {
    const numbers = names.map(name => /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.exec(name)?.[1])
    expect(numbers).toEqual(names.map((_, place) => String(place + 1).padStart(4, '0')))
  })

  test.each(records.map(({ name, text }) => [name, text] as const))(
    '%s is short and has its parts',
    (name, text) => {
      expect(titleOf(text)).toStartWith(`${name.slice(0, 4)}. `)
      expect([...text.matchAll(/^\*\*(\w+)\.\*\* \S/gm)].map(match => match[1] ?? '')).toEqual(parts)
      expect(text.split('\n').length).toBeLessThanOrEqual(linesMax)
    },
  )

  test('stand in the index, each with its title and in order, and nothing else does', () => {
    const lines = [...readText(`${folder}/README.md`).matchAll(/^- .+$/gm)].map(match => match[0])
    expect(lines).toEqual(records.map(({ name, text }) => `- [${titleOf(text)}](${name})`))
  })

  test('are told apart by their titles', () => {
    const titles = records.map(({ text }) => titleOf(text).slice(6))
    expect(new Set(titles).size).toBe(titles.length)
  })
})

test('every dependency has its record, and no record is of one that is gone', () => {
  const titles = records.map(({ text }) => titleOf(text))
  const spansAfter = (kind: RegExp) => titles.filter(title => kind.test(title)).flatMap(spansOf)
  const production = Object.keys(manifest.dependencies)
  const types = Object.keys(manifest.devDependencies).filter(name => name.startsWith('@types/'))
  const others = Object.keys(manifest.devDependencies).filter(name => !name.startsWith('@types/'))
  expect(spansAfter(/^\d+\. Dependenc/).sort()).toEqual([...production, ...types].sort())
  expect(spansAfter(/^\d+\. Development/).sort()).toEqual(others.sort())
})
