// docs/import.md, done as it says: its examples are imported for real, and its numbers are those of the code.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { fieldTypes } from '../../src/content/fields/registry.ts'
import { modelShape } from '../../src/content/model/model-input.schema.ts'
import {
  fieldsPerCollectionMax,
  referencesPerFieldMax,
  slugLengthMax,
} from '../../src/content/values/model.ts'
import { formatNames } from '../../src/import-export/formats/formats.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { pairsOf, readText, sectionOf, spansOf, tableRowsOf } from './documents.ts'
import { findDifference, parseShortened } from './shortened-json.ts'

const text = readText('docs/import.md')
const examples = pairsOf(text).filter(([block]) => block.language === 'ndjson')

async function importInto(lines: string, args: readonly string[] = []) {
  const commandLine = createCommandLine()
  const file = join(makeFolder(), 'posts.ndjson')
  await Bun.write(file, lines)
  await commandLine.run(['spaces', 'create', 'press'])
  return commandLine.run(['import', file, '--space', 'press', ...args])
}

describe('the examples', () => {
  test(
    'of collections and of an entry are imported together',
    async () => {
      const [collection, queried, ruled, variant, entry] = examples.map(([block]) => block.content)
      const { exitCode, stdout } = await importInto(`${collection}${queried}${ruled}${variant}${entry}`)
      expect([exitCode, stdout.split('\n')[0]]).toEqual([0, '1 created, 0 changed, 0 unchanged, 0 removed.'])
    },
    longTestMs,
  )

  test(
    'of a bad file is refused with what is shown',
    async () => {
      const [lines, shown] = examples.find(([, next]) => next?.language === 'text') ?? []
      const { exitCode, stderr } = await importInto(lines?.content ?? '')
      expect([exitCode, stderr]).toEqual([1, shown?.content ?? 'nothing'])
    },
    longTestMs,
  )

  test(
    'of a report is the report',
    async () => {
      const [lines, shown] = examples.find(([, next]) => next?.language === 'json') ?? []
      const { exitCode, stdout } = await importInto(lines?.content ?? '', ['--json'])
      expect(exitCode).toBe(0)
      expect(findDifference(parseShortened(shown?.content ?? ''), JSON.parse(stdout))).toBeNull()
    },
    longTestMs,
  )
})

describe('the tables', () => {
  test('have every field type, and no other', () => {
    const rows = tableRowsOf(sectionOf(text, 'Values'))
    expect(rows.map(([type]) => type)).toEqual(fieldTypes.map(type => `\`${type}\``))
  })

  test('have every key of a collection, and no other', () => {
    const section = sectionOf(text, 'A collection')
    const keys = tableRowsOf(section.slice(0, section.indexOf('A field has'))).map(([key]) => key)
    // `kind` has one value.
    const accepted = Object.keys(modelShape).filter(key => key !== 'kind')
    expect(keys.sort()).toEqual(accepted.map(key => `\`${key}\``).sort())
  })

  test(
    'have every option of the command',
    async () => {
      const { stdout } = await createCommandLine().run(['import', '--help'])
      const options = [...stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(match => match[1] ?? '')
      const own = options.filter(option => !['--space', '--help'].includes(option))
      const reported = tableRowsOf(text).flatMap(([cell = '']) => (cell.startsWith('`--') ? [cell] : []))
      expect(reported.sort()).toEqual(own.map(option => `\`${option}\``).sort())
    },
    longTestMs,
  )

  test('name every format', () => {
    for (const format of formatNames) expect(spansOf(text)).toContain(format)
  })
})

test('the limits are those of the code', () => {
  expect(text).toContain(`at most ${fieldsPerCollectionMax}, in the order`)
  expect(text).toContain(`1 to ${slugLengthMax} characters`)
  expect(text).toContain(`more than ${referencesPerFieldMax.toLocaleString('en')} references`)
})
