// Read when the site is built, so no browser gets the key.
import { type Asset, createClient } from '@frontlist/client'
import { imageUrl } from '@frontlist/client/image'
import type { Model } from './frontlist'

const { FRONTLIST_URL = 'http://localhost:3000', FRONTLIST_KEY = '' } = process.env

export const client = createClient<Model>({ url: FRONTLIST_URL, key: FRONTLIST_KEY })

/** A cover is shown at 2:3, 400 pixels wide: this asks for twice that width. */
export const coverSize = { w: 800, ar: '2:3' } as const

/** Addresses a picture in a size. An address that is only a path gets Frontlist's origin. */
export function toImageUrl(asset: Asset, size: { w: number; ar?: '2:3' }): string {
  return new URL(imageUrl(asset, { ...size, fm: 'auto' }), FRONTLIST_URL).href
}
