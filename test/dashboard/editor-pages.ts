// The editor of an entry in the tests of journeys: a collection with a field of each type, and how to open its entries.
import type { Page } from 'playwright-core'
import type { Visitor } from '../kit/browser/browser.ts'
import { manageAs } from './manage-as.ts'

/** A picture of the demo as an address, which is a file of this server. */
export const pictureAddress = '/api/v1/assets/cover-contraband-weather/file?space=demo'

export const articleFields = [
  { apiName: 'title', type: 'text', name: 'Title', required: true, max: 80 },
  { apiName: 'summary', type: 'text', name: 'Summary', multiline: true, help: 'Two sentences at most.' },
  { apiName: 'score', type: 'number', name: 'Score', min: 0 },
  { apiName: 'pages', type: 'integer', name: 'Pages' },
  { apiName: 'released', type: 'date', name: 'Released' },
  { apiName: 'opens', type: 'dateTime', name: 'Opens' },
  { apiName: 'featured', type: 'boolean', name: 'Featured' },
  {
    apiName: 'kind',
    type: 'text',
    name: 'Kind',
    options: [
      { value: 'news', name: 'News' },
      { value: 'essay', name: 'Essay' },
    ],
  },
  { apiName: 'tags', type: 'text', name: 'Tags', many: true },
  { apiName: 'settings', type: 'json', name: 'Options' },
  { apiName: 'cover', type: 'asset', name: 'Cover' },
]

/** `entry` is an id, with `?new` for one that is to be created. */
export async function openEntry(visitor: Visitor, collection: string, entry: string): Promise<void> {
  await visitor.page.goto(`/s/demo/content/${collection}/${entry}`)
  await visitor.settle()
}

interface StoredEntry {
  readonly draftVersion: number
  readonly slug: string
  readonly data: Readonly<Record<string, unknown>>
  readonly variants: Readonly<Record<string, unknown>>
}

export async function readEntry(page: Page, id: string): Promise<StoredEntry> {
  return (await manageAs(page, 'GET', `/entries/${id}`)).doc as unknown as StoredEntry
}

export async function countEntries(page: Page, collection: string): Promise<number> {
  return (await manageAs(page, 'GET', `/entries?collection=${collection}`)).list.length
}

/** Waits until the state of saving reads so. */
export async function awaitStatus(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('.save-status-text', { hasText: text }).waitFor()
}

export const savedAt = /^Saved at \d\d:\d\d$/
