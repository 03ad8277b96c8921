// What a benchmark saves for its next run.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { UsageError } from '../../bench/options.ts'
import { savedOr } from '../../bench/saved-spaces.ts'
import { makeFolder } from '../kit/test-folder.ts'

test('spaces are imported once into a folder, and each time without one', async () => {
  const folder = join(makeFolder(), 'saved')
  let imports = 0
  const fill = async () => ({ space: `space ${++imports}` })
  for (let run = 0; run < 2; run++) expect(await savedOr(folder, 100, fill)).toEqual({ space: 'space 1' })
  expect(await savedOr(undefined, 100, fill)).toEqual({ space: 'space 2' })
  expect(await savedOr(folder, 200, fill).catch((error: unknown) => error)).toBeInstanceOf(UsageError)
})
