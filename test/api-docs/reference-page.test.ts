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

const operations = Object.entries(openApi.paths).flatMap(([path, ofPath]) =>
  Object.entries(ofPath).map(([method, operation]) => ({
    method,
    path,
    ...(operation as unknown as Documented),
  })),
)
/** Another test checks the rest of the page. */
const openParts = '.opblock.is-open'
const sizeOf = (operation: Documented) => JSON.stringify(operation).length
const bySize = operations.toSorted((a, b) => sizeOf(b) - sizeOf(a))
/** Opening one takes a second of CPU time; with a body or without, they differ in their texts only. */
const opened = [true, false].map(hasBody => bySize.find(one => 'requestBody' in one === hasBody)!)

/** The operations of the tests below, with the longest path. */
const fewOperations = new Set([
  ...[...opened.map(({ operationId }) => operationId), 'listEntries', 'createApiKey'],
  operations.reduce((a, b) => (b.path.length > a.path.length ? b : a)).operationId,
  // One of each method, which has a colour.
  ...[...Map.groupBy(operations, ({ method }) => method).values()].map(([first]) => first!.operationId),
])

/** The document with these operations and every schema that they name: the page builds each in the same way. */
function toShortDocument(): object {
  const paths = Object.entries(openApi.paths).flatMap(([path, ofPath]) => {
    const few = Object.entries(ofPath).filter(([, operation]) =>
      fewOperations.has((operation as unknown as Documented).operationId),
    )
    return few.length === 0 ? [] : [[path, Object.fromEntries(few)] as const]
  })
  const named = new Set<string>()
  const collect = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (named.has(name!)) continue
      named.add(name!)
      collect(openApi.components.schemas[name!])
    }
  }
  collect(paths)
  const schemas = Object.entries(openApi.components.schemas).filter(([name]) => named.has(name))
  return {
    ...openApi,
    paths: Object.fromEntries(paths),
    components: { ...openApi.components, schemas: Object.fromEntries(schemas) },
  }
}

describeInBrowser('the API reference', (fixture, journey) => {
  const visitShort = async (): Promise<Visitor> => {
    const visitor = await fixture.visit()
    await visitor.page.route('**/api/v1/openapi.json', route => route.fulfill({ json: toShortDocument() }))
    return visitor
  }

  const open = async (visitor: Visitor, fragment = ''): Promise<Visitor> => {
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
    await expectWhole(await visitShort(), '/docs', 'api-docs')
  })

  journey(
    'shows every operation, none wider than a phone, and finds them by words of their path, summary or description',
    async () => {
      const { page } = await open(await fixture.visit())
      const blocks = page.locator('.opblock')
      const shown = await blocks.evaluateAll(all => all.map(({ id }) => id.split('-').at(-1)))
      expect(shown.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted())
      await page.setViewportSize({ width: 360, height: 800 })
      expect(await measureOverhang(page)).toBe(0)
      const search = page.getByLabel('Search operations')
      await search.fill('rotate key')
      await page.locator('.opblock').filter({ hasText: 'rotate' }).waitFor()
      await page.locator('.opblock[id$="-listEntries"]').waitFor({ state: 'detached' })
      await search.fill('')
      await page.locator('.opblock[id$="-listEntries"]').waitFor()
      expect(await blocks.count()).toBe(operations.length)
    },
  )

  journey(
    'opens the operation of its address, sends a request with the key, and shows the response',
    async () => {
      const visitor = await open(await visitShort(), '#/Content/listEntries')
      const { page } = visitor
      const operation = page.locator('.opblock[id$="-listEntries"]')
      await operation.locator('.responses-table').waitFor()
      await page.locator('.auth-wrapper > .authorize').click()
      await page.locator('#auth-bearer-value').fill(fixture.key)
      await expectAccessible(visitor, '.dialog-ux')
      await page.locator('#auth-bearer-value').press('Enter')
      await page.locator('.btn-done').first().click()
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
    },
  )

  journey(
    'is accessible with operations and schemas open, and does not scroll sideways at 320 px',
    async () => {
      const visitor = await open(await visitShort())
      const { page } = visitor
      for (const { operationId } of opened) await openOperation(visitor, operationId)
      const schemas = page.locator('.models')
      await schemas.getByRole('button', { name: 'Schemas' }).click()
      await schemas.getByText('EntryList').first().waitFor()
      await expectAccessible(visitor, `${openParts}, .models`)
      await page.setViewportSize({ width: 320, height: 640 })
      const form = await openOperation(visitor, 'createApiKey')
      await form.getByRole('button', { name: 'Try it out' }).click()
      expect(await measureOverhang(page)).toBe(0)
      await expectAccessibleInLight(visitor, `${openParts}[id$="-createApiKey"]`)
    },
  )
})

describe('the page', () => {
  test('allows no inline script or style, and no other host', async () => {
    const { request } = serveWith(await createTestSpace(), { dashboard: await readDashboardPack() })
    const policy = (await request('/docs')).headers.get('Content-Security-Policy')
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })
})
