// Many entries of a list changed at once.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { manageAs } from './manage-as.ts'
import { watchRequests } from './watch-requests.ts'

const products = {
  apiName: 'products',
  name: 'Products',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'sku', type: 'text', name: 'Article number', required: true, unique: true },
  ],
}
const allCount = 612

function listProducts() {
  return Array.from({ length: allCount }, (_, index) => {
    const number = String(index + 1).padStart(3, '0')
    // Two without an article number, and two with the same one.
    const sku = index < 2 ? null : index === 3 ? 'S003' : `S${number}`
    return {
      op: 'create',
      collection: 'products',
      id: `product-${number}`,
      data: { title: `Product ${number}`, sku },
    }
  })
}

describeInBrowser('a selection of a list', (fixture, journey) => {
  const countLive = async (collection: string) => {
    const headers = { Authorization: `Bearer ${fixture.key}` }
    const response = await fetch(`${fixture.url}/api/v1/public/content/${collection}?perPage=1`, { headers })
    return ((await response.json()) as { count: number }).count
  }

  journey(
    'publishes all that match in steps, names what it cannot publish, and publishes the rest',
    async () => {
      const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
      const { page } = visitor
      await page.goto('/s/demo/content')
      await manageAs(page, 'POST', '/collections', products)
      const all = listProducts()
      await manageAs(page, 'POST', '/operations', { operations: all.slice(0, 500) })
      await manageAs(page, 'POST', '/operations', { operations: all.slice(500) })
      await page.goto('/s/demo/content/products?sort=title')
      await visitor.settle()
      await page.getByRole('checkbox', { name: 'Select this page' }).check()
      const bar = page.getByRole('region', { name: 'Selection' })
      await bar.getByText('50 of 612 selected').waitFor()
      await bar.getByRole('button', { name: 'Select all 612 that match' }).click()
      await bar.getByText('612 of 612 selected').waitFor()
      await page.getByRole('checkbox', { name: 'Select Product 010' }).press('Space')
      await bar.getByText('611 of 612 selected').waitFor()
      await expectAccessible(visitor)

      await bar.getByRole('button', { name: 'Publish', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('609 entries go live, as the drafts are now.').waitFor()
      const named = await dialog
        .getByRole('list', { name: 'Entries' })
        .getByRole('listitem')
        .allTextContents()
      expect([named.length, named[0], named.at(-1)]).toEqual([11, 'Product 003', 'and 599 more'])
      const cannot = dialog.getByRole('region', { name: '2 entries cannot be published:' })
      expect(await cannot.getByRole('listitem').allTextContents()).toEqual([
        'Product 001 has 1 problem',
        'Product 002 has 1 problem',
      ])
      await expectAccessible(visitor)
      const requests = watchRequests(page)
      visitor.expects('409 POST /api/v1/operations')
      await dialog.getByRole('button', { name: 'Publish 609 entries' }).click()
      await dialog.getByText('607 entries are published.').waitFor()
      const failed = dialog.getByRole('region', { name: '4 entries could not be published:' })
      expect(await failed.getByRole('listitem').allTextContents()).toEqual([
        'Product 003 Article number must be unique, and the live entry product-004 has the same value',
        'Product 004 Article number must be unique, and the live entry product-003 has the same value',
        'Product 001 has 1 problem',
        'Product 002 has 1 problem',
      ])
      expect(await failed.getByRole('link', { name: 'Product 004' }).getAttribute('href')).toBe(
        '/s/demo/content/products/product-004',
      )
      await expectAccessible(visitor)
      const sizes = requests
        .filter(({ path }) => path === 'POST /operations')
        .map(({ body }) => (JSON.parse(body) as { operations: unknown[] }).operations.length)
      expect(sizes).toEqual([500, 498, 109])
      expect(await countLive('products')).toBe(607)
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await bar.getByText('2 of 612 selected').waitFor()
      await page.getByRole('link', { name: /^Published 607/ }).waitFor()

      await page.goto('/s/demo/activity')
      await page.getByRole('button', { name: 'and 49 more' }).click()
      await page.getByRole('link', { name: 'Product 611', exact: true }).waitFor()
      await expectAccessible(visitor)
    },
  )
})
