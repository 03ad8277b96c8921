// Read when the site is built, so no browser gets the key.
import { createClient } from '@frontlist/client'
import type { Model } from './frontlist'

const { FRONTLIST_URL = 'http://localhost:3000', FRONTLIST_KEY = '' } = process.env

export const client = createClient<Model>({ url: FRONTLIST_URL, key: FRONTLIST_KEY })

/** The demo's pictures have addresses on its own server. */
export function toImageUrl(url: string): string {
  return new URL(url, FRONTLIST_URL).href
}
