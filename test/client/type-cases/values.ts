// The types of values: plain ones, and those that the model's rules narrow.
import type { Asset, Client, Stub } from '@frontlist/client'
import { client, same, trusting, use } from './expect.ts'
import type { Formats } from './formats.ts'

export async function plain() {
  const { data } = await client.get('books', 'tides')
  same<typeof data.title, string | null>(true)
  same<typeof data.kind, string | null>(true)
  same<typeof data.stars, number | null>(true)
  same<typeof data.tags, string[]>(true)
  same<typeof data.inPrint, boolean | null>(true)
  same<typeof data.releasedOn, string | null>(true)
  same<typeof data.blurb, unknown>(true)
  same<typeof data.cover, Asset | null>(true)
  same<typeof data.gallery, Asset[]>(true)
  same<typeof data.formats, unknown>(true)
  for (const block of data.body ?? []) {
    if (block._type === 'image') {
      use(block.asset?.url, block.asset?.focalPoint?.x, block.asset?.thumbhash?.length)
      // @ts-expect-error -- its file may be gone
      use(block.asset.url)
    }
    if (block._type === 'block') use(block.children[0]?.text)
  }
}

export function assets(asset: Asset) {
  const address: Asset = { url: '/x', title: null, contentType: null, width: null, height: null, size: null }
  same<typeof asset.alt, string | null | undefined>(true)
  same<typeof asset.id, string | undefined>(true)
  use(address)
}

export async function trusted() {
  const { data } = await trusting.get('books', 'tides')
  same<typeof data.title, string>(true)
  same<typeof data.kind, 'novel' | "poet's" | null>(true)
  same<typeof data.stars, 1 | 2>(true)
  same<typeof data.price, number | null>(true)
  same<typeof data.cover, Asset | null>(true)
  same<typeof data.author, Stub<'authors'> | null>(true)
  same<typeof data.formats, Formats | null>(true)
}

export async function unknownModel(any: Client) {
  const page = await any.list('whatever', { depth: 2, filter: { 'a.b': 1 }, sort: '-x' })
  use(page.list[0]?.data.title.anything)
  use((await any.single('settings'))?.data.title)
}
