// Warnings of an import that are counted instead of repeated.
import { expect, test } from 'bun:test'
import { createLossLog } from '../../src/import-export/read/loss-log.ts'

test('a warning that a million entries have is one line, with the first five of them', () => {
  const log = createLossLog()
  for (let entry = 1; entry <= 1_000_000; entry++)
    log.tally('not_supported', 'file', 'has no place', `e${entry}`)
  const [line, ...others] = log.list(new Map())
  expect(others).toEqual([])
  expect(line?.what).toBe('has no place (1000000 times: e1, e2, e3, e4, e5 and 999995 more).')
})
