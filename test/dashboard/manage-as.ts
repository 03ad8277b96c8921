// Requests to the management API with the session of a browser's visitor, beside what they do in the page.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

/** `path` begins after `/api/v1`. Fails the test if the response is an error. */
export async function manageAs(page: Page, method: string, path: string, data?: object, space = 'demo') {
  const { origin } = new URL(page.url())
  const headers = { Origin: origin, 'Frontlist-Space': space }
  const response = await page.request.fetch(`/api/v1${path}`, { method, headers, ...(data && { data }) })
  const text = await response.text()
  expect({ path, isGood: response.ok(), text }).toMatchObject({ isGood: true })
  return JSON.parse(text) as {
    readonly doc: { readonly draftVersion: number }
    readonly list: readonly unknown[]
    readonly key: string
  }
}
