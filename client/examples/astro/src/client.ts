// Read when the site is built, so no browser gets the key.
import { type Asset, createClient } from '@frontlist/client'
import { imageUrl } from '@frontlist/client/image'
import type { Model } from './frontlist'

const { FRONTLIST_URL = 'http://localhost:3000', FRONTLIST_KEY = '' } = process.env

export const client = createClient<Model>({ url: FRONTLIST_URL, key: FRONTLIST_KEY })

/** A stored picture, cut to 2:3 at twice the width that is shown. The demo's pictures are no stored ones and stay. */
export function toImageUrl(asset: Asset): string {
  const url = imageUrl(asset, { w: 800, ar: '2:3', fm: 'auto' })
  return new URL(url, FRONTLIST_URL).href
}
