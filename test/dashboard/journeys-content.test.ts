// Looking at content and deciding what is served, with the content API asked before and after.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser.ts'
import { expectAccessible } from '../kit/page-checks.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('content', (fixture, journey) => {
  const open = async (path: string) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    await visitor.page.goto(path)
    await visitor.settle()
    return visitor
  }
  const send = async (path: string) => {
    const headers = { Authorization: `Bearer ${fixture.key}` }
    const response = await fetch(`${fixture.url}/api/v1/public/content/${path}`, { headers })
    const { doc } = (await response.json()) as { doc?: { version: number; data: Record<string, unknown> } }
    return { status: response.status, version: doc?.version, data: doc?.data }
  }

  journey('from the collections to an entry, along a reference, and the same way back', async () => {
    const visitor = await open('/s/demo/content')
    const { page } = visitor
    await page.getByRole('main').getByRole('link', { name: 'Books', exact: true }).click()
    await page.getByRole('heading', { name: 'Books', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Tide Tables', exact: true }).click()
    await page.getByRole('heading', { name: 'Tide Tables', level: 1 }).waitFor()
    await visitor.settle()
    await expectAccessible(visitor)
    const pointsTo = page.getByRole('region', { name: 'References to', exact: true })
    await pointsTo.getByRole('link', { name: 'ragnhild-oyesvik' }).click()
    await page.getByRole('heading', { name: 'Ragnhild Øyesvik', level: 1 }).waitFor()
    const pointedToBy = page.getByRole('region', { name: 'Referenced by' })
    await pointedToBy.getByRole('link', { name: 'tide-tables', exact: true }).click()
    await page.getByRole('heading', { name: 'Tide Tables', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Ragnhild Øyesvik', level: 1 }).waitFor()
    await page.goBack()
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
      await page.getByLabel('Title or slug').fill('TABLES')
      await page.getByText('1 entry found').waitFor()
      expect(page.url()).toBe(`${fixture.url}/s/demo/content/books?search=TABLES`)
      await page.reload()
      await page.getByText('1 entry found').waitFor()
      await page.getByLabel('State').selectOption('Draft')
      await page.getByText('No entry matches “TABLES”').waitFor()
      await expectAccessible(visitor)
      await page.getByRole('button', { name: 'Show all entries' }).click()
      await page.getByLabel('State').selectOption('Changed')
      await page.getByRole('rowheader', { name: 'Tide Tables' }).waitFor({ state: 'detached' })
      await page.getByRole('rowheader', { name: 'Marram' }).waitFor()
      expect(page.url()).toBe(`${fixture.url}/s/demo/content/books?state=changed`)
    },
  )

  journey('unpublishing ends what is served, publishing begins it again as the next version', async () => {
    const visitor = await open('/s/demo/content/books/book-tide-tables')
    const { page } = visitor
    const before = await send('books/tide-tables')
    expect(before.status).toBe(200)
    const firstBefore = await page.locator('dt:has-text("First published") + dd').textContent()
    expect(firstBefore).toMatch(/ago \d+ \w{3,4} \d{4}, \d\d:\d\d$/)
    await page.getByRole('button', { name: 'Unpublish' }).click()
    await expectAccessible(visitor)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect((await send('books/tide-tables')).status).toBe(200)
    await page.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('“Tide Tables” is unpublished.', { exact: true }).waitFor()
    await page.getByRole('main').getByText('Not published', { exact: true }).first().waitFor()
    const firstPublished = () => page.locator('dt:has-text("First published") + dd').textContent()
    expect(await page.locator('dt:text-is("Published") + dd').textContent()).toBe('Not published')
    expect(await firstPublished()).toBe(firstBefore)
    expect((await send('books/tide-tables')).status).toBe(404)
    await expectAccessible(visitor)

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('“Tide Tables” is published.', { exact: true }).waitFor()
    const after = await send('books/tide-tables')
    expect(after).toEqual({ status: 200, version: Number(before.version) + 1, data: before.data })
  })

  journey(
    'where the draft has changes they are marked, and publishing makes them what is served',
    async () => {
      const visitor = await open('/s/demo/content/books/book-marram')
      const { page } = visitor
      const before = await send('books/marram')
      await page.getByText('Published, with unpublished changes').waitFor()
      await page.getByLabel('Show changes only').check()
      await page.getByText('Changed', { exact: true }).nth(1).waitFor()
      await expectAccessible(visitor)
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      await page.getByText('Published, with no unpublished changes').waitFor()
      const after = await send('books/marram')
      expect(after.version).toBe(Number(before.version) + 1)
      expect(after.data).not.toEqual(before.data)
    },
  )

  journey('a draft that others changed meanwhile, or that breaks rules, is not published', async () => {
    const visitor = await open('/s/demo')
    const { page } = visitor
    const fields = [
      { apiName: 'title', type: 'text' },
      { apiName: 'sku', type: 'text', required: true },
    ]
    await manageAs(page, 'POST', '/collections', { apiName: 'notes', name: 'Notes', fields })
    const data = { title: 'First', sku: 'x' }
    await manageAs(page, 'POST', '/entries', { collection: 'notes', id: 'note', slug: 'first', data })
    await page.goto('/s/demo/content/notes/note')
    visitor.expects('409 POST /api/v1/entries/note/publish')
    const dialog = page.getByRole('dialog')
    const publish = async () => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await dialog.getByRole('button', { name: 'Publish' }).click()
    }
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await manageAs(page, 'PATCH', '/entries/note', { draftVersion: 1, data: { title: 'Second', sku: null } })
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('ada@example.com changed the draft (sku, title)').waitFor()
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Show the new draft' }).click()
    await page.getByRole('heading', { name: 'Second', level: 1 }).waitFor()
    const note = page.getByRole('alert').filter({ hasText: 'This draft cannot be published yet' })
    await note.getByText('sku is required.').waitFor()
    await publish()
    await dialog.getByText('sku is required.').waitFor()
    await dialog.getByText('Nothing was published. Correct the draft first.').waitFor()
    await expectAccessible(visitor)
    expect((await send('notes/first')).status).toBe(404)
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await manageAs(page, 'PATCH', '/entries/note', { draftVersion: 2, data: { sku: 'y' } })
    await page.reload()
    await publish()
    await page.getByText('“Second” is published.', { exact: true }).waitFor()
    await manageAs(page, 'PATCH', '/entries/note', { draftVersion: 3, slug: 'second' })
    const publishAt = new Date(Date.now() + 365 * 86_400_000).toISOString()
    await manageAs(page, 'PUT', '/entries/note/schedule', { draftVersion: 4, publishAt })
    await page.reload()
    await page.getByText('The slug changed since publication.').waitFor()
    await page.getByText('Version 4 of the draft goes live on').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByText('Its slug changes from first to second').waitFor()
    await dialog.getByText('The publication that is scheduled for').waitFor()
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('“Second” is published. What was scheduled for it is cancelled.').waitFor()
    expect([(await send('notes/first')).status, (await send('notes/second')).status]).toEqual([404, 200])
  })

  journey('what the space does not have is said, with the way on', async () => {
    const visitor = await open('/s/demo/content/no-such')
    const { page } = visitor
    visitor.expects(/^404 GET \/api\/v1\/collections\//, /^404 GET \/api\/v1\/entries\//)
    await page.getByRole('heading', { name: 'Collection not found' }).waitFor()
    await expectAccessible(visitor)
    await page.goto('/s/demo/content/books/no-such')
    await page.getByRole('heading', { name: 'Entry not found' }).waitFor()
    await expectAccessible(visitor)
    await page.getByRole('link', { name: 'Entries of books' }).click()
    await page.getByRole('heading', { name: 'Books', level: 1 }).waitFor()
  })
})
