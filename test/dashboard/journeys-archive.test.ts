// What is out of the way: drafts archived from a list, the archive, and what a role may do with them.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Role } from '../../src/base/caller.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectFocus, measureOverhang } from '../kit/browser/page-checks.ts'
import { until } from '../kit/until.ts'
import { manageAs } from './manage-as.ts'
import { watchRequests } from './watch-requests.ts'

describeInBrowser('the archive', (fixture, journey) => {
  const open = async (path: string, role: Role = 'owner') => {
    const visitor = await fixture.visit({ as: await fixture.createUser(`${role}@example.com`, role) })
    await visitor.page.goto(path)
    await visitor.settle()
    return visitor
  }
  const awaitCount = (page: Page, text: string) =>
    page.locator('.nav-link', { hasText: 'Books' }).getByText(text, { exact: true }).waitFor()

  journey('takes in drafts of a list, which come back by Undo', async () => {
    const visitor = await open('/s/demo/content/books?state=draft', 'author')
    const { page } = visitor
    await page.getByRole('checkbox', { name: 'Select this page' }).check()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('2 of 2 selected').waitFor()
    await bar.getByText('Your role can archive drafts. Only editors can publish.').waitFor()
    expect(await bar.getByRole('button').allTextContents()).toEqual(['Edit', 'Archive', ''])
    await bar.getByRole('button', { name: 'Archive' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 entries go to the archive, out of lists and pickers.').waitFor()
    await dialog.getByRole('button', { name: 'Archive 2 entries' }).click()
    const archived = page.getByRole('region', { name: 'Archived' })
    await archived.getByText('2 entries are archived.').waitFor()
    await page.getByText('Nothing under “Drafts”').waitFor()
    await awaitCount(page, '21 entries')
    await expectAccessible(visitor)
    await archived.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 entries are back as drafts.').waitFor()
    await awaitCount(page, '23 entries')
    await page.getByRole('rowheader', { name: 'Slack Water' }).waitFor()
    await expectFocus(page, 'id', 'entries')
  })

  journey('lets an author archive drafts only, and a member nothing, with a word why', async () => {
    const author = await open('/s/demo/content/books', 'author')
    await author.page.getByRole('checkbox', { name: 'Select Slack Water' }).check()
    await author.page.getByRole('checkbox', { name: 'Select Tide Tables' }).check()
    await author.page.getByRole('button', { name: 'Archive', exact: true }).click()
    const dialog = author.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Archive 1 entry' }).waitFor()
    await dialog.getByText('Tide Tables is published, and your role cannot unpublish').waitFor()
    await author.page.keyboard.press('Escape')
    const { page } = await open('/s/demo/content/books', 'member')
    await page.getByText('Your role (Member) can view entries but not change them.').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('link', { name: /^New/ }).count()).toBe(0)
  })

  journey(
    'gives entries back, under a new slug where theirs is taken, or deletes them for good',
    async () => {
      const visitor = await open('/s/demo/archive')
      const { page } = visitor
      await page.getByText('The archive is empty').waitFor()
      for (const [id, title] of [
        ['gone', 'Old news'],
        ['going', 'Older news'],
      ] as const) {
        const slug = `slug-of-${id}`
        await manageAs(page, 'POST', '/entries', { collection: 'books', id, slug, data: { title } })
        await manageAs(page, 'POST', `/entries/${id}/archive`, { draftVersion: 1 })
      }
      await manageAs(page, 'POST', '/entries', { collection: 'books', id: 'new', slug: 'slug-of-gone' })
      await page.reload()
      await page.getByRole('rowheader', { name: 'Older news' }).waitFor()
      await expectAccessible(visitor)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await visitor.settle()
        expect([width, await measureOverhang(page)]).toEqual([width, 0])
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      visitor.expects('409 POST /api/v1/entries/gone/unarchive')
      await page.getByRole('button', { name: 'Unarchive Old news' }).click()
      const dialog = page.getByRole('dialog')
      expect(await dialog.getByLabel('Slug').inputValue()).toBe('slug-of-gone-2')
      await expectAccessible(visitor)
      await dialog.getByRole('button', { name: 'Unarchive' }).click()
      await page.getByText('“Old news” is a draft again.').waitFor()
      await page.getByRole('rowheader', { name: 'Old news' }).waitFor({ state: 'detached' })
      await until(() => page.evaluate<boolean>(`document.activeElement.id === 'archive'`))

      await page.getByRole('button', { name: 'Delete Older news for good' }).click()
      const confirm = dialog.getByRole('button', { name: 'Delete for good' })
      expect(await confirm.isDisabled()).toBe(true)
      await dialog.getByLabel('To confirm, type its slug: slug-of-going').fill('slug-of-going')
      await expectAccessible(visitor)
      // As by a double click.
      const sent = watchRequests(page)
      await dialog.locator('form').evaluate((form: { requestSubmit?(): void }) => {
        form.requestSubmit?.()
        form.requestSubmit?.()
      })
      await page.getByText('“Older news” is deleted for good.').waitFor()
      await page.getByText('The archive is empty').waitFor()
      expect(sent.filter(({ path }) => path.startsWith('DELETE'))).toHaveLength(1)

      await page.goto('/s/demo/activity')
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Owner' })
      await row.filter({ hasText: 'deleted going' }).waitFor()
      await row.filter({ hasText: 'unarchived' }).getByRole('link', { name: 'Old news' }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/s/demo/content/books/gone')
    },
  )
})
