// Looking at content: collections, lists, entries.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'

describeInBrowser('content', (fixture, journey) => {
  const open = async (path: string) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    await visitor.page.goto(path)
    await visitor.settle()
    return visitor
  }
  journey('from the collections to an entry, and the same way back', async () => {
    const visitor = await open('/s/demo/content')
    const { page } = visitor
    await page.getByRole('main').getByRole('link', { name: 'Books', exact: true }).click()
    await page.getByRole('heading', { name: 'Books', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Tide Tables', exact: true }).click()
    await page.getByRole('heading', { name: 'Tide Tables', level: 1 }).waitFor()
    await visitor.settle()
    await expectAccessible(visitor)
    await page.goBack()
    await page.getByRole('heading', { name: 'Books', level: 1 }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Content' }).click()
    await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor()
  })

  journey(
    'entries are found by words of their title or slug and by their state, which stand in the address',
    async () => {
      const visitor = await open('/s/demo/content/books')
      const { page } = visitor
      await page.getByLabel('Title or address').fill('TABLES')
      await page.getByText('1 entry found').waitFor()
      expect(page.url()).toBe(`${fixture.url}/s/demo/content/books?search=TABLES`)
      await page.reload()
      await page.getByText('1 entry found').waitFor()
      const states = page.getByRole('navigation', { name: 'States' })
      await states.getByRole('link', { name: /^Drafts/ }).click()
      await page.getByText('No results for “TABLES”').waitFor()
      await expectAccessible(visitor)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await states.getByRole('link', { name: /^Changed/ }).click()
      await page.getByRole('rowheader', { name: 'Tide Tables' }).waitFor({ state: 'detached' })
      await page.getByRole('rowheader', { name: 'Marram' }).waitFor()
      expect(page.url()).toBe(`${fixture.url}/s/demo/content/books?state=changed`)
    },
  )

  journey('what the space does not have is said, with the way on', async () => {
    const visitor = await open('/s/demo/content/no-such')
    const { page } = visitor
    visitor.expects(/^404 GET \/api\/v1\/collections\//, /^404 GET \/api\/v1\/entries\//)
    await page.getByRole('heading', { name: 'Collection not found' }).waitFor()
    await expectAccessible(visitor)
    await page.goto('/s/demo/content/books/no-such')
    await page.getByRole('heading', { name: 'Entry not found' }).waitFor()
    await expectAccessible(visitor)
    await page.getByRole('link', { name: 'Entries of Books', exact: true }).click()
    await page.getByRole('heading', { name: 'Books', level: 1 }).waitFor()
  })
})
