// The API reference in a real Chromium. That it asks no other host, and that nothing is said in the console, holds for
// every test here (test/kit/browser.ts).
import { describe, expect, test } from 'bun:test'
import { readDashboardPack } from '../../src/dashboard/read-pack.ts'
import { describeInBrowser, type Visitor } from '../kit/browser.ts'
import { openApi } from '../kit/open-api.ts'
import {
  expectAccessible,
  expectAccessibleInLight,
  expectWhole,
  measureOverhang,
} from '../kit/page-checks.ts'
import { serveWith } from '../kit/serve-with.ts'
import { createTestSpace } from '../kit/test-space.ts'

interface Documented {
  readonly operationId: string
}

const operations = Object.values(openApi.paths).flatMap(path =>
  Object.entries(path).map(([method, operation]) => ({
    method,
    ...(operation as unknown as Documented),
  })),
)
/** The first test checks the rest of the page. */
const openParts = '.opblock.is-open'
const byMethod = Map.groupBy(operations, ({ method }) => method)
const sizeOf = (operation: Documented) => JSON.stringify(operation).length
/** The longest of each method: opening one takes a second of CPU time, and those of a method differ in their texts only. */
const opened = [...byMethod.values()].map(ofMethod => ofMethod.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]!)

describeInBrowser('the API reference', (fixture, journey) => {
  const open = async (fragment = ''): Promise<Visitor> => {
    const visitor = await fixture.visit()
    await visitor.page.goto(`/docs${fragment}`)
    await visitor.page.locator('.opblock').first().waitFor()
    return visitor
  }

  const openOperation = async ({ page }: Visitor, id: string) => {
    const operation = page.locator(`.opblock[id$="-${id}"]`)
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.responses-table').waitFor()
    return operation
  }

  journey('is accessible and fits at each width and in each scheme', async () => {
    await expectWhole(await fixture.visit(), '/docs', 'api-docs')
  })

  journey('shows every operation; the longest of each method is accessible when it is open', async () => {
    const visitor = await open()
    const blocks = visitor.page.locator('.opblock')
    const shown = await blocks.evaluateAll(all => all.map(({ id }) => id.split('-').at(-1)))
    expect(shown.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted())
    for (const { operationId } of opened) await openOperation(visitor, operationId)
    await expectAccessible(visitor, openParts)
  })

  journey('shows schemas, accessible when they are open', async () => {
    const visitor = await open()
    const schemas = visitor.page.locator('.models')
    await schemas.getByRole('button', { name: 'Schemas' }).click()
    await schemas.getByText('EntryList').first().waitFor()
    await expectAccessible(visitor, '.models')
  })

  journey('sends a request with the key that was entered, and shows the response', async () => {
    const visitor = await open()
    const { page } = visitor
    await page.locator('.auth-wrapper > .authorize').click()
    await page.locator('#auth-bearer-value').fill(fixture.key)
    await expectAccessible(visitor, '.dialog-ux')
    await page.locator('#auth-bearer-value').press('Enter')
    await page.locator('.btn-done').first().click()
    const operation = await openOperation(visitor, 'listEntries')
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByPlaceholder('collection').fill('books')
    const requested = page.waitForRequest(/\/api\/v1\/public\/content\/books/)
    await operation.getByRole('button', { name: 'Execute' }).click()
    expect((await requested).headers().authorization).toBe(`Bearer ${fixture.key}`)
    await operation.locator('.live-responses-table').getByText('"pagesCount"').waitFor()
    expect(new URL((await requested).url()).search).not.toContain('filter')
    await expectAccessible(visitor, openParts)

    const filter = operation.locator('tr[data-param-name="filter"] textarea')
    await filter.fill('{"id": {"ne": "none"}, "slug": "none"}')
    const filtered = page.waitForRequest(/filter/)
    await operation.getByRole('button', { name: 'Execute' }).click()
    const sent = new URL((await filtered).url()).searchParams
    expect([...sent].filter(([name]) => name.startsWith('filter'))).toEqual([
      ['filter[id][ne]', 'none'],
      ['filter[slug]', 'none'],
    ])
    await operation.locator('.live-responses-table').getByText('"count": 0').waitFor()
  })

  journey('finds operations by words of their path, summary or description', async () => {
    const { page } = await open()
    const search = page.getByLabel('Search operations')
    await search.fill('rotate key')
    await page.locator('.opblock').filter({ hasText: 'rotate' }).waitFor()
    await page.locator('.opblock[id$="-listEntries"]').waitFor({ state: 'detached' })
    await search.fill('')
    await page.locator('.opblock[id$="-listEntries"]').waitFor()
    expect(await page.locator('.opblock').count()).toBe(operations.length)
  })

  journey('opens the operation that the address names', async () => {
    const { page } = await open('#/Content/getEntry')
    await page.locator('.opblock[id$="-getEntry"] .responses-table').waitFor()
  })

  journey('does not scroll sideways at 320 px, with an operation and the schemas open', async () => {
    const visitor = await open()
    const { page } = visitor
    await page.setViewportSize({ width: 320, height: 640 })
    const operation = await openOperation(visitor, 'listEntries')
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await (await openOperation(visitor, 'createApiKey')).getByRole('button', { name: 'Try it out' }).click()
    await page.locator('.models').getByRole('button', { name: 'Schemas' }).click()
    expect(await measureOverhang(page)).toBe(0)
    await expectAccessibleInLight(visitor, `${openParts}, .models`)
  })
})

describe('the page', () => {
  test('allows no inline script or style, and no other host', async () => {
    const { request } = serveWith(await createTestSpace(), { dashboard: await readDashboardPack() })
    const policy = (await request('/docs')).headers.get('Content-Security-Policy')
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })
})
