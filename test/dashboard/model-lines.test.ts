// The download of the content model, checked against what an import accepts.
import { expect, test } from 'bun:test'
import { toLines } from '../../dashboard/pages/model/list/to-lines.ts'
import type { CollectionModelView, ComponentModelView } from '../../src/authoring/models/models.schema.ts'
import { componentInput, modelInput } from '../../src/content/model/model-input.schema.ts'
import { hero, landings } from './block-models.ts'

test('the downloaded model has only what an import accepts, components first', () => {
  const collection = { ...landings, kind: 'collection', modelVersion: 3, entries: 2, archived: 1, live: 1 }
  const component = { ...hero, modelVersion: 2, usedIn: [{ model: 'landings', field: 'sections' }] }
  const text = toLines(
    [collection as unknown as CollectionModelView],
    [component as unknown as ComponentModelView],
  )
  const lines = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { readonly type: string })
  expect(lines.map(({ type }) => type)).toEqual(['component', 'collection'])
  const [{ type: kind, ...first }, { type: _, ...second }] = lines as [(typeof lines)[0], (typeof lines)[0]]
  expect(componentInput.safeParse({ kind, ...first }).error).toBeUndefined()
  expect(modelInput.safeParse(second).error).toBeUndefined()
})
