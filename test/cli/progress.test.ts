// The line on a terminal while an import runs.
import { expect, test } from 'bun:test'
import { createProgress } from '../../src/cli/terminal/progress.ts'
import { createTestSpace, testStart } from '../kit/app/test-space.ts'

function openTerminal(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => void written.push(text) }
}

const records = [
  { type: 'collection', apiName: 'posts', name: 'Posts', fields: [] },
  ...Array.from({ length: 1200 }, (_, index) => ({
    type: 'entry' as const,
    collection: 'posts',
    id: `p${index}`,
    liveData: {},
  })),
] as const

test('an import shows how far it has come on a terminal, from reading to the last entry, and clears its line', async () => {
  const terminal = openTerminal(true)
  let now = testStart
  const progress = createProgress(terminal, () => (now += 200))
  const space = await createTestSpace()
  await space.import(records, { onProgress: progress.show })
  progress.clear()
  expect(terminal.written[0]).toContain('Reading: 1 records')
  expect(terminal.written).toContainEqual(expect.stringContaining('1000 of 1200 entries'))
  expect(terminal.written.at(-2)).toContain('1200 of 1200 entries')
  expect(terminal.written.at(-1)).toBe('\r\u001b[K')
})

test('it is drawn at most ten times a second', () => {
  const terminal = openTerminal(true)
  let now = testStart
  const progress = createProgress(terminal, () => now++)
  for (let done = 1; done <= 1000; done++) progress.show({ phase: 'writing', done, total: 1000 })
  expect(terminal.written).toHaveLength(10)
})

test('nothing is written where there is no terminal', () => {
  const pipe = openTerminal(false)
  const progress = createProgress(pipe, () => testStart)
  progress.show({ phase: 'writing', done: 1, total: 2 })
  progress.clear()
  expect(pipe.written).toEqual([])
})
