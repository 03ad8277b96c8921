// A model of 40 collections with 15 fields each, and calls that use it: what the cost of types is measured on.
import { describeCollection } from '../../src/query/bind/describe-model.ts'

const collectionCount = 40
const callCount = 400
const nameOf = (index: number) => `collection${index % collectionCount}`

/** The schema: each collection has a cycle, a union, a reference to anything and a field for blocks. */
export function createScaleSchema() {
  const collections = Array.from({ length: collectionCount }, (_, index) => ({
    ...{ apiName: nameOf(index), name: `Collection ${index}` },
    fields: [
      { apiName: 'title', type: 'text' as const },
      { apiName: 'summary', type: 'text' as const },
      { apiName: 'tags', type: 'text' as const, many: true },
      { apiName: 'body', type: 'richText' as const, format: 'portableText' as const },
      { apiName: 'rank', type: 'integer' as const },
      { apiName: 'price', type: 'number' as const },
      { apiName: 'isOpen', type: 'boolean' as const },
      { apiName: 'startsOn', type: 'date' as const },
      { apiName: 'startsAt', type: 'dateTime' as const },
      { apiName: 'cover', type: 'asset' as const },
      { apiName: 'blocks', type: 'json' as const },
      { apiName: 'next', type: 'reference' as const, to: [nameOf(index + 1)] },
      { apiName: 'related', type: 'reference' as const, many: true, to: [nameOf(index), nameOf(index + 7)] },
      { apiName: 'either', type: 'reference' as const, to: [nameOf(index + 3), nameOf(index + 11)] },
      { apiName: 'anything', type: 'reference' as const },
    ],
  }))
  return { collections: collections.map(describeCollection) }
}

/** Generated types in which each collection has blocks, until schemas have them. */
export function withBlocks(text: string): string {
  let index = 0
  return text.replace(/^import type \{ /m, 'import type { Blocks, ').replaceAll('blocks: unknown', () => {
    const [hero, quote] = [nameOf(index + 1), nameOf(index++ + 2)]
    return `blocks: Blocks<{ hero: { title: string | null; link: One<'${hero}'> }; quote: { by: One<'${quote}'>; any: One } }>`
  })
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

/** Calls at all depths, each with one chain as deep as the call resolves, but for four levels at most. */
export function createScaleCalls(): string {
  const calls = Array.from({ length: callCount }, (_, index) => {
    const depth = index % 11
    const [step, last] = chains[index % chains.length]!
    const chain = `.data${step}`.repeat(Math.min(depth, 4))
    const options = [`depth: ${depth}`, optionsOf(index)].filter(Boolean).join(', ')
    return `export async function call${index}() {
  const page = await client.list('${nameOf(index)}', { ${options} })
  const value = page.list[0]!${chain}.data${last}
  const component = page.list[0]!.data.blocks[0]!
  if (component.component === 'hero') use(component.data.link?.slug)
  use(value)
}`
  })
  return [...header, ...calls].join('\n')
}

function optionsOf(index: number): string {
  if (index % 5 === 0) return `filter: { title: 'x', price: { lt: 20 }, 'next.title': 'x' }, sort: '-price'`
  return index % 7 === 0 ? `variants: ['de']` : ''
}
