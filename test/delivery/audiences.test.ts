// Variants that make no difference are no difference: whoever asks with ids that none of a response's entries knows
// shares the response with everybody else who does.
import { describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

const posts: ImportRecord = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'to', type: 'reference' },
  ],
}

/** A chain of three, of which the last knows the ids `deep` and `other`; the ids of the entry elsewhere lead nowhere. */
const records: readonly ImportRecord[] = [
  posts,
  { type: 'entry', collection: 'posts', id: 'first', liveData: { title: 'One', to: { id: 'second' } } },
  { type: 'entry', collection: 'posts', id: 'second', liveData: { title: 'Two', to: { id: 'third' } } },
  {
    type: 'entry',
    collection: 'posts',
    id: 'third',
    liveData: { title: 'Three' },
    variants: { deep: { title: 'Deep' }, other: { title: 'Other' } },
  },
  {
    type: 'entry',
    collection: 'posts',
    id: 'elsewhere',
    liveData: { title: 'Elsewhere' },
    variants: Object.fromEntries(Array.from({ length: 40 }, (_, id) => [`elsewhere-${id}`, { title: 'E' }])),
  },
]

async function open(): Promise<{ space: TestSpace; ask: (path: string) => Promise<[string, string]> }> {
  const space = await createTestSpace({ records })
  return {
    space,
    ask: async path => {
      const response = await space.get(`/content/posts/first?${path}`)
      const [cache = ''] = (response.headers.get('Server-Timing') ?? '').split(',')
      return [cache, await response.text()]
    },
  }
}

describe('a response', () => {
  test('is made once for 1,000 different ids that none of its entries knows, those of other entries among them', async () => {
    const { ask: send } = await open()
    const [made, text] = await send('depth=2&variants=nobody')
    expect(made).toBe('cache;desc=miss')
    expect(text).toContain('"variantsApplied":[]')
    for (let id = 0; id < 1000; id++) {
      const path = `depth=2&variants=irrelevant-${id},elsewhere-${id % 40}`
      expect(await send(path)).toEqual(['cache;desc=hit', text])
    }
  })

  test('is another one for an id that an entry at its lowest level knows, and the same above that', async () => {
    const { ask: send } = await open()
    for (const [depth, isKnown] of [
      [0, false],
      [1, false],
      [2, true],
      [3, true],
    ] as const) {
      await send(`depth=${depth}&variants=nobody`)
      const [cache, text] = await send(`depth=${depth}&variants=deep`)
      expect([depth, cache]).toEqual([depth, isKnown ? 'cache;desc=miss' : 'cache;desc=hit'])
      expect(text.includes('"Deep"')).toBe(isKnown)
    }
  })

  test('goes by the order of the ids that make a difference, and by no other', async () => {
    const { ask: send } = await open()
    const [, deep] = await send('depth=2&variants=deep,other')
    const [made, other] = await send('depth=2&variants=other,deep')
    expect(made).toBe('cache;desc=miss')
    expect([deep.includes('"Deep"'), other.includes('"Other"')]).toEqual([true, true])
    expect(await send('depth=2&variants=x,deep,y,other,z')).toEqual(['cache;desc=hit', deep])
    expect(await send('depth=2&variants=other,y,deep')).toEqual(['cache;desc=hit', other])
  })

  test('without variants is none of those with ids of no effect, which say that none applied', async () => {
    const { ask: send } = await open()
    const [, plain] = await send('depth=2')
    expect(plain).not.toContain('variantsApplied')
    expect((await send('depth=2&variants=nobody'))[1]).not.toBe(plain)
    expect(await send('depth=2')).toEqual(['cache;desc=hit', plain])
  })

  test('is rebuilt once an entry below it knows an id that was of no effect', async () => {
    const { space, ask: send } = await open()
    const [, before] = await send('depth=2&variants=late')
    await space.import([
      {
        type: 'entry',
        collection: 'posts',
        id: 'second',
        liveData: { title: 'Two', to: { id: 'third' } },
        variants: { late: { to: { id: 'first' } } },
      },
    ])
    const [cache, after] = await send('depth=2&variants=late')
    expect(cache).toBe('cache;desc=miss')
    expect(after).not.toBe(before)
    expect(after).toContain('"variantsApplied":["late"]')
  })
})
