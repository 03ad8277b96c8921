// Duplicating an entry: one new draft with what is on the screen, under a slug of its own.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Role } from '../../src/base/caller.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { articleFields, awaitStatus, countEntries, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'
import { watchRequests } from './watch-requests.ts'

const sku = { apiName: 'sku', type: 'text', name: 'Number', unique: true }

describeInBrowser('duplicating an entry', (fixture, journey) => {
  const visit = async (role: Role = 'owner') => {
    const visitor = await fixture.visit({ as: await fixture.createUser(`${role}@example.com`, role) })
    await visitor.page.goto('/s/demo')
    return visitor
  }
  const write = async (collection: string, data: object, more: object = {}) => {
    const visitor = await visit()
    const { page } = visitor
    await manageAs(page, 'POST', '/collections', {
      ...{ apiName: collection, name: 'Articles', slugFrom: 'title', fields: [...articleFields, sku] },
    })
    await manageAs(page, 'POST', '/entries', { collection, id: `of-${collection}`, data, ...more })
    await openEntry(visitor, collection, `of-${collection}`)
    return visitor
  }
  const openMenu = async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'History' }).waitFor()
  }
  const duplicate = async (page: Page) => {
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  }
  const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

  journey(
    'makes one draft of all values, with what was typed last, whose slug follows its title',
    async () => {
      const data = { title: 'Tide', sku: 'ES 1', tags: ['a', 'b'], settings: { a: [1] }, kind: 'news' }
      const variants = { trade: { title: 'Tide for shops' } }
      const setUp = await visit()
      await manageAs(setUp.page, 'POST', '/variants', { id: 'trade', name: 'Trade', kind: 'audience' })
      const visitor = await write('articles', data, { slug: 'by-hand', variants })
      const { page } = visitor
      await manageAs(page, 'POST', '/entries/of-articles/publish', { draftVersion: 1 })
      await page.route('**/api/v1/entries/of-articles', async route => {
        if (route.request().method() === 'PATCH') await Bun.sleep(1000)
        return route.continue()
      })
      await page.getByLabel('Summary').fill('Typed last')
      await openMenu(page)
      await expectAccessible(visitor)
      const sent = watchRequests(page)
      // As by a double click.
      await page.getByRole('menuitem', { name: 'Duplicate' }).evaluate((item: { click?(): void }) => {
        item.click?.()
        item.click?.()
      })
      await page.getByText('This is a copy of “Tide”.').waitFor()
      await page.getByText('/articles/tide', { exact: true }).waitFor()
      await page.locator('[id="field:/data/title"]:focus').waitFor()
      await expectAccessible(visitor)
      expect(sent.filter(({ path }) => path === 'POST /entries')).toHaveLength(1)
      expect(await countEntries(page, 'articles')).toBe(2)
      const copy = idIn(page)
      const values = { ...data, summary: 'Typed last', score: null }
      expect(await readEntry(page, copy)).toMatchObject({
        ...{ slug: 'tide', state: 'draft', live: null, data: values, variants },
      })
      expect((await readEntry(page, 'of-articles')).data).toMatchObject(values)

      await page.getByLabel('Title').fill('Ebb')
      await page.getByText('/articles/ebb', { exact: true }).waitFor()
      await awaitStatus(page, savedAt)
      await page.getByRole('button', { name: 'Edit slug' }).click()
      await page.getByLabel('Slug').fill('mine')
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByLabel('Title').fill('Ebb and flow')
      await awaitStatus(page, savedAt)
      expect(await readEntry(page, copy)).toMatchObject({ slug: 'mine', data: { title: 'Ebb and flow' } })
      await page.goBack()
      await page.getByRole('heading', { name: 'Tide', level: 1 }).waitFor()
      await duplicate(page)
      await page.getByText('/articles/tide', { exact: true }).waitFor()
      expect(await countEntries(page, 'articles')).toBe(3)
    },
  )

  journey('says why there is no copy, names the fields, and can be tried again', async () => {
    const visitor = await write('refused', { title: 'Tide' })
    const { page } = visitor
    const failure = page.getByRole('alert').filter({ hasText: 'Could not duplicate the entry' })
    await page.getByLabel('Score').fill('9007199254740993')
    await awaitStatus(page, 'Not saved: check Score')
    await page.clock.install()
    await duplicate(page)
    await failure.getByText(/^Score \S.*\.$/).waitFor()
    // It stays until it is closed.
    await page.clock.fastForward('10:00')
    await expectAccessible(visitor)
    await failure.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Score').fill('12')
    await awaitStatus(page, savedAt)

    visitor.expects('503 POST /api/v1/entries')
    await page.route(
      '**/api/v1/entries',
      route =>
        route.fulfill({ status: 503, json: { code: 'overloaded', detail: 'The server is overloaded.' } }),
      { times: 1 },
    )
    await duplicate(page)
    await failure.getByText('The server is overloaded.').waitFor()
    expect(idIn(page)).toBe('of-refused')
    expect(await countEntries(page, 'refused')).toBe(1)
    await duplicate(page)
    await page.getByText('This is a copy of “Tide”.').waitFor()
    await page.getByText('/refused/tide-2', { exact: true }).waitFor()
    expect((await readEntry(page, idIn(page))).data).toMatchObject({ title: 'Tide', score: 12 })
  })

  journey('is offered where an entry can be created, and of what is not archived', async () => {
    const visitor = await visit()
    const { page } = visitor
    const items = async (of: Page) => {
      await openMenu(of)
      return of.getByRole('menuitem').allTextContents()
    }
    const fields = [{ apiName: 'title', type: 'text' }]
    await manageAs(page, 'POST', '/collections', { apiName: 'only', name: 'Only', singleton: true, fields })
    await manageAs(page, 'POST', '/entries', { collection: 'only', id: 'only-one', data: { title: 'One' } })
    await openEntry(visitor, 'only', 'only-one')
    expect(await items(page)).toEqual(['History', 'Used by', 'Share a preview', 'Schedule', 'Archive'])
    const author = await visit('author')
    await openEntry(author, 'books', 'book-slack-water')
    expect(await items(author.page)).toEqual([
      'History',
      'Used by',
      'Duplicate',
      'Share a preview',
      'Archive',
    ])
    const member = await visit('member')
    await openEntry(member, 'books', 'book-slack-water')
    expect(await items(member.page)).toEqual(['History', 'Used by'])
    const { draftVersion } = await readEntry(page, 'book-slack-water')
    await manageAs(page, 'POST', '/entries/book-slack-water/archive', { draftVersion })
    await openEntry(visitor, 'books', 'book-slack-water')
    expect(await items(page)).toEqual(['History', 'Used by', 'Unarchive', 'Delete for good'])
  })
})
