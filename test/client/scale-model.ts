// A model of 40 collections and as many components with 15 fields each, and calls that use it: what the cost of types is
// measured on.
import type { Collection, Component, Field } from '../../src/content/values/model.ts'
import { describeModel } from '../../src/query/bind/describe-model.ts'

const modelCount = 40
const callCount = 400
const nameOf = (index: number) => `collection${index % modelCount}`
const componentOf = (index: number) => `component${index % modelCount}`

/**
 * The schema: each collection and each component has a cycle, a union, a reference to anything and blocks of three
 * components; without components, it has JSON instead of blocks.
 */
export function createScaleSchema(hasComponents = true) {
  const fieldsOf = (index: number): Field[] => {
    const of = [0, 1, 9].map(distance => componentOf(index + distance))
    return [
      { apiName: 'title', type: 'text' },
      { apiName: 'summary', type: 'text' },
      { apiName: 'tags', type: 'text', many: true },
      { apiName: 'body', type: 'richText', format: 'portableText', ...(hasComponents && { of }) },
      { apiName: 'rank', type: 'integer' },
      { apiName: 'price', type: 'number' },
      { apiName: 'isOpen', type: 'boolean' },
      { apiName: 'startsOn', type: 'date' },
      { apiName: 'startsAt', type: 'dateTime' },
      { apiName: 'cover', type: 'asset' },
      { apiName: 'blocks', ...(hasComponents ? { type: 'component', many: true, of } : { type: 'json' }) },
      { apiName: 'next', type: 'reference', to: [nameOf(index + 1)] },
      { apiName: 'related', type: 'reference', many: true, to: [nameOf(index), nameOf(index + 7)] },
      { apiName: 'either', type: 'reference', to: [nameOf(index + 3), nameOf(index + 11)] },
      { apiName: 'anything', type: 'reference' },
    ]
  }
  const indexes = [...Array(modelCount).keys()]
  const collections = indexes.map((index): Collection => {
    return { apiName: nameOf(index), name: `Collection ${index}`, fields: fieldsOf(index) }
  })
  const components = indexes.map((index): [string, Component] => [
    componentOf(index),
    {
      ...{ kind: 'component', apiName: componentOf(index), name: `Component ${index}` },
      fields: fieldsOf(index + 20),
    },
  ])
  return describeModel({ collections, components: new Map(hasComponents ? components : []) })
}

const header = [
  "import type { Client } from '@frontlist/client'",
  "import type { Model } from './model.ts'",
  'declare const client: Client<Model>',
  'declare function use(value: unknown): void',
]

const chains = [
  ['.next?', '.title'],
  ['.either?', '.rank'],
  ['.related[0]!', '.price'],
  ['.anything?', '.body'],
] as const

/**
 * Calls at all depths, each with one chain as deep as the call resolves, but for four levels at most. With components, each
 * call also reads a block, and a block or a reference in it; every fifth has a condition on blocks.
 */
export function createScaleCalls(hasComponents = true): string {
  const calls = Array.from({ length: callCount }, (_, index) => {
    const depth = index % 11
    const [step, last] = chains[index % chains.length]!
    const chain = `.data${step}`.repeat(Math.min(depth, 4))
    const options = [`depth: ${depth}`, optionsOf(index, hasComponents)].filter(Boolean).join(', ')
    return `export async function call${index}() {
  const page = await client.list('${nameOf(index)}', { ${options} })
  const value = page.list[0]!${chain}.data${last}
  ${hasComponents ? readsOf(index) : ''}
  use(value)
}`
  })
  return [...header, ...calls].join('\n')
}

function readsOf(index: number): string {
  const inner = index % 2 ? 'next?.slug' : 'blocks[0]?.key'
  return `const block = page.list[0]!.data.blocks[0]!
  if (block.component === '${componentOf(index)}') use(block.data.${inner})`
}

function optionsOf(index: number, hasComponents: boolean): string {
  if (index % 5 === 0) {
    const inBlocks = hasComponents ? `, 'blocks.title': 'x'` : ''
    return `filter: { title: 'x', price: { lt: 20 }, 'next.title': 'x'${inBlocks} }, sort: '-price'`
  }
  return index % 7 === 0 ? `variants: ['de']` : ''
}
