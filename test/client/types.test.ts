// The types of the client, by each compiler that it supports: type-cases/ say what compiles and what does not.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { generateTypes } from '../../client/src/codegen/generate-types.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { compilers, createProject } from './compile.ts'
import { createScaleCalls, createScaleSchema } from './scale-model.ts'
import { typeCaseSchema } from './type-case-schema.ts'

// Compilers start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const instantiationsMax = 200_000
/** The cost of components, as a multiple of the instantiations without them. */
const componentsCostMax = 1.5

const project = await createProject(
  'nodenext',
  {
    'model.ts': generateTypes(typeCaseSchema),
    'trusted-model.ts': generateTypes(typeCaseSchema, {
      trustRules: true,
      jsonTypes: { 'books.formats': './formats.ts#Formats' },
    }),
    'formats.ts': 'export interface Formats { size: { grams: number } }\n',
  },
  join(import.meta.dir, 'type-cases'),
)

/** As `tsc --init` writes it. */
const exact = await createProject(
  'nodenext',
  {
    'model.ts': generateTypes(typeCaseSchema),
    'calls.ts': `import type { Client, ClientOptions } from '@frontlist/client'
import type { Model } from './model.ts'
declare const client: Client<Model>
export async function call(price: { price: 1 } | undefined, groups: [{ price: 1 }] | undefined, depth: 1 | undefined) {
  const options = { sort: undefined, q: undefined, perPage: undefined, signal: undefined, init: undefined }
  const page = await client.list('books', { ...options, filter: price, not: price, any: groups, depth })
  // @ts-expect-error -- it may be unresolved
  page.list[0]?.data.author?.data
  await client.get('books', 'x', { omit: undefined, fields: undefined, variants: undefined })
  for await (const book of client.all('books', { filter: price })) book.data.title
}
export const cache: ClientOptions['cache'] = { entries: undefined, bytes: undefined }
`,
  },
  undefined,
  { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
)

const [scale, withoutComponents] = await Promise.all(
  [true, false].map(hasComponents =>
    createProject('bundler', {
      'model.ts': generateTypes(createScaleSchema(hasComponents)),
      'calls.ts': createScaleCalls(hasComponents),
    }),
  ),
)

for (const compiler of compilers) {
  test(`${compiler}: references, variants, fields, conditions and values have exact types`, async () => {
    expect((await project.compile(compiler)).errors).toBe('')
  })

  test(`${compiler}: an option may be undefined where optional properties are exact`, async () => {
    expect((await exact.compile(compiler)).errors).toBe('')
  })

  test(`${compiler}: 400 calls on 40 collections and 40 components stay below ${instantiationsMax} instantiations`, async () => {
    const plain = await withoutComponents!.compile(compiler)
    const { errors, instantiations } = await scale!.compile(compiler)
    expect([plain.errors, errors]).toEqual(['', ''])
    expect(plain.instantiations).toBeGreaterThan(0)
    expect(plain.instantiations).toBeLessThanOrEqual(instantiationsMax)
    // TypeScript 5.4 counts more for the same types.
    if (compiler !== 'typescript-5.4') expect(instantiations).toBeLessThanOrEqual(instantiationsMax)
    expect(instantiations / plain.instantiations).toBeLessThanOrEqual(componentsCostMax)
  })
}
