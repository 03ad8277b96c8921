// Opens a page of the dashboard as an owner whose space has the site as its preview site, and shows the preview.
import { expect } from 'bun:test'
import type { BrowserFixture, Visitor } from './browser.ts'
import type { PreviewSite } from './preview-site.ts'

export async function openWithSite(
  fixture: BrowserFixture,
  site: PreviewSite,
  path = '/s/demo/content/books/book-tide-tables',
) {
  site.behaviour = 'connected'
  const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
  const { page } = visitor
  const response = await page.request.patch('/api/dashboard/spaces/demo', {
    data: { previewSites: [{ name: 'Local', url: site.url }] },
    headers: { Origin: fixture.url },
  })
  expect(response.status()).toBe(200)
  await page.goto(path)
  await visitor.settle()
  return { visitor, page, frame: page.frameLocator('iframe') }
}

export async function showPreview(visitor: Visitor): Promise<void> {
  visitor.expects(/^another host: http:\/\/127\.0\.0\.1:/)
  await visitor.page.getByRole('button', { name: 'Preview', exact: true }).click()
}
