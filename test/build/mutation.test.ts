// `npm run mutate` on a project of three lines: which faults it makes, and that it tells those that tests notice from
// those that they do not.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyMutant, listMutants } from '../../scripts/mutation/mutants.ts'
import { ProjectCopy } from '../../scripts/mutation/project-copy.ts'
import { runMutants } from '../../scripts/mutation/run.ts'
import { targets } from '../../scripts/mutation/targets.ts'
import { makeFolder } from '../kit/test-folder.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const files = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'preserve', target: 'esnext', noEmit: true, types: [] },
    include: ['src'],
  }),
  'src/over.ts': 'export const isOver = (count: number, max: number): boolean => count > max\n',
  'src/joined.ts': 'export const joined = (first: string, last: string): string => first + last\n',
  'src/kinds.ts': `type Size = 1 | 2
declare const rows: { where(a: string, b: string, c: number): typeof rows }
declare function sql(parts: TemplateStringsArray): void
export function kinds(list: number[], size: Size | null): number[] {
  if (size === null) throw new Error('none')
  sql\`a = 1 and b is null\`
  rows.where('space', '=', 7)
  return list.filter(each => !each && true).map(each => (each < size ? each : size))
}
`,
  'test/over.test.ts': `import { expect, test } from 'bun:test'
import { isOver } from '../src/over.ts'

test('more is over, less is not', () => {
  expect([isOver(3, 2), isOver(1, 2)]).toEqual([true, false])
})
`,
}

let copy: ProjectCopy
let folder: string
// Bun's runner leaves the pipe to the compiler alone for seconds where nothing else happens.
let ticking: Timer
beforeAll(async () => {
  ticking = setInterval(() => {}, 5)
  folder = makeFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  copy = await ProjectCopy.make(folder, Object.keys(files))
})
afterAll(async () => {
  await copy.remove()
  clearInterval(ticking)
})

test('each fault is in one place, and none is in a type', async () => {
  const text = files['src/kinds.ts']
  const mutants = listMutants(await copy.parse('src/kinds.ts'), 'src/kinds.ts')
  expect(mutants.map(({ line, operator }) => `${line} ${operator}`)).toEqual([
    '5 a condition → true',
    '5 a condition → false',
    '5 === → !==',
    '5 a statement is left out',
    '6 a statement is left out',
    '6 SQL: and → or ',
    '6 SQL: is null→ is not null',
    '6 SQL: = → <> ',
    '7 a statement is left out',
    '7 .where() is left out',
    "7 '=' → '!='",
    '7 one more',
    '8 .filter() is left out',
    '8 && → ||',
    '8 ! is left out',
    '8 true → false',
    '8 a choice → its first',
    '8 a choice → its second',
    '8 < → <=',
    '8 < → >=',
  ])
  const changed = mutants.map(mutant => applyMutant(text, mutant).split('\n')[mutant.line - 1]?.trim())
  expect(changed[5]).toBe('sql`a = 1 or b is null`')
  expect(changed[9]).toBe('rows')
  expect(changed[12]).toBe('return list.map(each => (each < size ? each : size))')
})

test('what tests notice is killed, what they do not survives, and what the compiler notices is neither', async () => {
  const lines: string[] = []
  const results = await runMutants(copy, ['src/over.ts', 'src/joined.ts'], {
    most: 10,
    seed: 1,
    known: [],
    testsOf: () => ['test/over.test.ts'],
    say: line => void lines.push(line),
  })
  const told = results.map(({ file, refused, results }) => ({
    file,
    refused,
    verdicts: results.map(({ operator, verdict }) => `${operator}: ${verdict}`).sort(),
  }))
  expect(told).toEqual([
    { file: 'src/over.ts', refused: 0, verdicts: ['> → <=: killed', '> → >=: survived'] },
    { file: 'src/joined.ts', refused: 1, verdicts: [] },
  ])
  expect(lines.join('\n')).toContain(
    '+ export const isOver = (count: number, max: number): boolean => count >= max',
  )
  // The copy is as it was, and the project itself never was otherwise.
  expect(await copy.read('src/over.ts')).toBe(files['src/over.ts'])
  expect(await Bun.file(join(folder, 'src/over.ts')).text()).toBe(files['src/over.ts'])
})

test('a fault that changes nothing is known by its line, and tests that fail by themselves judge nothing', async () => {
  const line = files['src/over.ts'].trim()
  const known = ['> → >=', '> → <='].map(operator => ({ file: 'src/over.ts', line, operator, why: 'a test' }))
  const options = { most: 10, seed: 1, testsOf: () => ['test/none.test.ts'], say: () => {} }
  const [result] = await runMutants(copy, ['src/over.ts'], { ...options, known })
  expect(result?.results.map(({ verdict }) => verdict)).toEqual(['equivalent', 'equivalent'])
  await expect(runMutants(copy, ['src/over.ts'], { ...options, known: [] })).rejects.toThrow(
    'without any fault',
  )
})

test('every test that is named for a module is there', async () => {
  const named = new Set(targets.flatMap(({ tests, slow }) => [...tests, ...slow]))
  const root = join(import.meta.dir, '../..')
  const missing: string[] = []
  for (const path of named) if (!(await Bun.file(join(root, path)).exists())) missing.push(path)
  expect(missing).toEqual([])
})
