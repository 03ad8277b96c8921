// Conditions through blocks find what an oracle works out in memory, in published entries and in drafts, for models and entries
// that are generated from a seed.
import { expect, test } from 'bun:test'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, fuzzSeed, longTestMs } from '../kit/fuzz.ts'
import { GeneratedBlocks } from '../kit/oracle/block-queries.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { scanDrafts } from '../query/scan-drafts.ts'

const queriesPerModel = 40

async function compare(space: TestSpace, generated: GeneratedBlocks, seed: number): Promise<number> {
  let found = 0
  for (let index = 0; index < queriesPerModel; index++) {
    const query = generated.query()
    const path = generated.toPath(query)
    const response = await space.get(path)
    const body = (await response.json()) as { list?: { id: string }[]; errors?: object[] }
    if (!query.isValid) {
      expect([seed, path, response.status, body.errors]).toEqual([seed, path, 400, expect.anything()])
      continue
    }
    const expected = generated.oracle.find(query.collection, query.conditions, query.variant).sort()
    const ids = body.list?.map(({ id }) => id).sort() ?? body
    expect({ seed, path, ids }).toEqual({ seed, path, ids: expected })
    const drafts = [...(await scanDrafts(space, path))].sort()
    expect({ seed, path, drafts }).toEqual({ seed, path, drafts: expected })
    found += expected.length
  }
  return found
}

test(
  'conditions through blocks select what the oracle works out, published and as drafts',
  async () => {
    let found = 0
    const models = fuzzRuns(8)
    for (let at = 0; at < models; at++) {
      const seed = fuzzSeed() + at
      const generated = new GeneratedBlocks(seed)
      const space = await createTestSpace({ records: generated.records() })
      found += await compare(space, generated, seed)
      for (let change = 0; change < 2; change++) {
        generated.changeComponent()
        await space.import(generated.models())
        await expectInvariants(space)
        found += await compare(space, generated, seed)
      }
    }
    expect(found).toBeGreaterThan(models * 60)
  },
  longTestMs,
)
