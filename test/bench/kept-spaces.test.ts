// What a benchmark keeps for its next run.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { keptOr } from '../../bench/kept-spaces.ts'
import { UsageError } from '../../bench/options.ts'
import { makeFolder } from '../kit/test-folder.ts'

test('spaces are imported once into a folder, and each time without one', async () => {
  const folder = join(makeFolder(), 'kept')
  let imports = 0
  const fill = async () => ({ space: `space ${++imports}` })
  for (let run = 0; run < 2; run++) expect(await keptOr(folder, 100, fill)).toEqual({ space: 'space 1' })
  expect(await keptOr(undefined, 100, fill)).toEqual({ space: 'space 2' })
  expect(await keptOr(folder, 200, fill).catch((error: unknown) => error)).toBeInstanceOf(UsageError)
})
