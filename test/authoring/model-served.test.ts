// Invariant: live content is served and fits its model at every revision, whatever changes of the model come.
import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { checkValues } from '../../src/content/fields/field-values.ts'
import { fieldTypes } from '../../src/content/fields/registry.ts'
import type { Field, Values } from '../../src/content/values/model.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { content, type ModelSpace, openModelSpace, type ServedDoc } from './model-space.ts'

setDefaultTimeout(longTestMs)

const names = fc.constantFrom('title', 'code', 'tags', 'author', 'kind', 'x', 'y')
const shape = fc.record({ type: fc.constantFrom(...fieldTypes), many: fc.boolean() })
const operation = fc.oneof(
  fc.record({ op: fc.constant('renameField'), field: names, to: names }),
  fc.record({ op: fc.constant('removeField'), field: names }),
  fc.record({ op: fc.constant('moveField'), field: names, before: fc.option(names) }),
  fc.tuple(names, shape).map(([apiName, rest]) => ({ op: 'addField', field: { apiName, ...rest } })),
  fc.constant({ op: 'addField', field: { apiName: 'x', type: 'text', default: '5' }, fill: true }),
  fc.tuple(names, shape).map(([field, rest]) => ({ op: 'convertField', field, ...rest })),
  fc
    .tuple(
      names,
      fc.constantFrom({ required: true }, { unique: true }, { max: 1 }, { to: ['posts'] }, { query: false }),
    )
    .map(([field, properties]) => ({ op: 'setField', field, properties })),
  fc.record({ op: fc.constant('restoreField'), field: names, modelVersion: fc.integer({ min: 2, max: 5 }) }),
)
const steps = fc.array(fc.array(operation, { minLength: 1, maxLength: 2 }), { minLength: 6, maxLength: 10 })

const slugs = ['one', 'two']

async function readServed(space: ModelSpace): Promise<ServedDoc[]> {
  const docs: ServedDoc[] = []
  for (const slug of slugs) {
    const { status, doc } = await space.served(slug)
    expect(status).toBe(200)
    docs.push(doc)
  }
  const list = (await (await space.get('/content/posts')).json()) as { count: number }
  expect(list.count).toBe(slugs.length)
  return docs
}

/** References are served in another form than they are stored in. */
function expectFit(fields: readonly Field[], { data }: ServedDoc): void {
  expect(Object.keys(data)).toEqual(fields.map(({ apiName }) => apiName))
  const others = fields.filter(({ type }) => type !== 'reference')
  const values = Object.fromEntries(others.map(({ apiName }) => [apiName, data[apiName]])) as Values
  checkValues(others, values, { onError: message => expect(message).toBe('') })
}

const withoutData = ({ data: _, ...rest }: ServedDoc) => rest

test('whatever changes of a model come, live entries are served under their versions and times, and fit it', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async changes => {
      const space = await openModelSpace(content)
      const before = await readServed(space)
      for (const operations of changes) {
        const revision = await revisionOf(space)
        const { status, body } = await space.change(
          [{ op: 'set', properties: { titleField: null } }, ...operations],
          { acceptLosses: true },
        )
        expect({ status, body: status < 500 ? null : body }).toEqual({
          status: expect.any(Number),
          body: null,
        })
        const { doc } = (await space.ask('GET', '/collections/posts')).body
        const served = await readServed(space)
        expect(served.map(withoutData)).toEqual(before.map(withoutData))
        for (const each of served) expectFit(doc.fields, each)
        expect(await revisionOf(space)).toBeLessThanOrEqual(revision + 1)
        await expectInvariants(space)
      }
    }),
    { numRuns: fuzzRuns(25) },
  )
})
