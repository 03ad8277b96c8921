// The filter bar of a list: conditions on fields, by mouse and by keyboard, kept in the URL and in views.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectSoon, measureOverhang } from '../kit/browser/page-checks.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('the filter bar', (fixture, journey) => {
  journey('adds conditions by the names of fields, keeps them in the URL, and removes them', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo/content/books')
    await visitor.settle()
    await page.getByRole('button', { name: 'Add filter' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Field').selectOption('price')
    await dialog.getByLabel('Condition').selectOption('is less than')
    await dialog.getByLabel('Value').fill('10')
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Add filter' }).click()
    const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
    await chips.filter({ hasText: 'Price is less than 10' }).waitFor()
    expect(new URL(page.url()).searchParams.get('filter[data.price][lt]')).toBe('10')
    await page.getByText(/entries found$/).waitFor({ state: 'attached' })
    const rows = page.getByRole('rowheader')
    const { list } = await manageAs(page, 'GET', '/entries?collection=books&fields=price')
    const prices = (list as { data: { price: number | null } }[]).map(({ data }) => data.price)
    const cheap = prices.filter(price => price !== null && price < 10).length
    expect([cheap > 0, cheap < prices.length]).toEqual([true, true])
    await expectSoon(() => rows.count(), cheap)
    await expectAccessible(visitor)
    await page.reload()
    await visitor.settle()
    expect(await rows.count()).toBe(cheap)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Add filter' }).press('Enter')
    await dialog.getByLabel('Field').selectOption('price')
    await dialog.getByLabel('Condition').selectOption('is less than')
    await dialog.getByText('This replaces the filter “Price is less than”.').waitFor()
    await dialog.getByLabel('Field').selectOption('author')
    await dialog.getByLabel('Condition').selectOption('is empty')
    await dialog.getByRole('button', { name: 'Add filter' }).press('Enter')
    await chips.filter({ hasText: 'Author is empty' }).waitFor()
    await page.getByText('No results for these filters').waitFor()
    expect(await measureOverhang(page)).toBe(0)
    await expectAccessible(visitor)
    await page.getByRole('button', { name: 'Remove the filter Author is empty' }).press('Enter')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(cheap)
    await page.getByRole('button', { name: 'Remove the filter Price is less than 10' }).press('Enter')
    await page.getByRole('link', { name: 'All 23 entries' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    const authors = 'author-edwin-loam,author-nerys-pengarth'
    await page.goto(`/s/demo/content/books?filter[data.author][in]=${authors}`)
    await chips.getByText('Author is one of Edwin Loam, Nerys Pengarth').waitFor()
  })
})
