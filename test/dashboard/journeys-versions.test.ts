// The life of an entry after its first publication: schedules, history, the archive.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectAccessibleInLight, measureOverhang } from '../kit/browser/page-checks.ts'
import { until } from '../kit/until.ts'
import { manageAs } from './manage-as.ts'
import { watchRequests } from './watch-requests.ts'

describeInBrowser('versions', (fixture, journey) => {
  const fields = [
    { apiName: 'title', type: 'text', name: 'Title', required: true },
    { apiName: 'text', type: 'text', name: 'Text', unique: true },
  ]
  const open = async (id: string, data: object) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    await manageAs(page, 'POST', '/collections', { apiName: `c-${id}`, name: `Pages ${id}`, fields })
    await manageAs(page, 'POST', '/entries', { collection: `c-${id}`, id, slug: id, data })
    const path = `/s/demo/content/c-${id}/${id}`
    await page.goto(path)
    await visitor.settle()
    return { visitor, page, path, panel: page.getByRole('complementary', { name: 'About this entry' }) }
  }
  const send = async (path: string) => {
    const headers = { Authorization: `Bearer ${fixture.key}` }
    const response = await fetch(`${fixture.url}/api/v1/public/content/${path}`, { headers })
    const { doc } = (await response.json()) as { doc?: { data: Record<string, unknown> } }
    return { status: response.status, data: doc?.data }
  }
  const read = async (page: Page, id: string) => {
    const { doc } = await manageAs(page, 'GET', `/entries/${id}`)
    return doc as unknown as {
      data: Record<string, unknown>
      state: string
      slug: string
      draftVersion: number
      schedule: {
        publishAt: string
        unpublishAt: string | null
        draftVersion: number
        changed: boolean
      } | null
    }
  }
  const choose = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  journey(
    'a time is set in local time with UTC beside it, pins the draft, and is changed and cancelled',
    async () => {
      const { visitor, page, panel } = await open('timed', { title: 'Timed' })
      const dialog = page.getByRole('dialog')
      await panel.getByText('Created', { exact: true }).nth(1).waitFor()
      expect(await panel.getByRole('button', { name: 'Compare versions' }).count()).toBe(0)
      await panel.getByRole('button', { name: 'Set a time' }).click()
      await dialog.getByText('In local time: Europe/Oslo').first().waitFor()
      await dialog.getByLabel('Publish on', { exact: true }).fill('2029-07-02T09:30')
      await dialog.getByText('09:30 in Europe/Oslo (GMT+2), 07:30 UTC').waitFor()
      await dialog.getByLabel('Unpublish on').fill('2029-07-01T09:30')
      // It is said at once beside the input, and not after a request.
      await dialog.getByText('Unpublishing has to come after publishing.').waitFor()
      expect(await dialog.getByRole('button', { name: 'Schedule' }).isDisabled()).toBe(true)
      await dialog.getByLabel('Unpublish on').fill('2019-07-01T09:30')
      await dialog.getByText('This time has passed. Choose a later one.').waitFor()
      expect(await dialog.getByLabel('Unpublish on').getAttribute('aria-invalid')).toBe('true')
      await expectAccessible(visitor)
      await dialog.getByLabel('Unpublish on').fill('')
      await dialog.getByRole('button', { name: 'Schedule' }).click()
      const note = panel.getByRole('region', { name: 'Scheduled' })
      await note.getByText('Will be published on 2 Jul 2029, 09:30').waitFor()
      await note.getByText('Europe/Oslo (GMT+2) · 2 Jul 2029, 07:30 UTC').waitFor()
      expect((await read(page, 'timed')).schedule).toMatchObject({
        publishAt: '2029-07-02T07:30:00.000Z',
        draftVersion: 1,
      })
      await manageAs(page, 'PATCH', '/entries/timed', { draftVersion: 1, data: { text: 'Later' } })
      await page.reload()
      await panel.getByText('The draft has changed since.').waitFor()
      await expectAccessible(visitor)
      await panel.getByRole('button', { name: 'Use this draft' }).click()
      await page.getByText('The draft as it is now will be published at that time.').waitFor()
      expect((await read(page, 'timed')).schedule).toMatchObject({ draftVersion: 2, changed: false })
      expect(await panel.getByText('The draft has changed since.').count()).toBe(0)
      await panel.getByRole('button', { name: 'Cancel the schedule' }).click()
      await expectAccessibleInLight(visitor)
      await dialog.getByRole('button', { name: 'Cancel the schedule' }).click()
      await panel.getByRole('button', { name: 'Set a time' }).waitFor()
      expect((await read(page, 'timed')).schedule).toBeNull()
    },
  )

  journey('a schedule that failed says why, and how to go on', async () => {
    const { visitor, page, panel } = await open('failing', { title: 'Failing', text: 'same' })
    const rival = {
      collection: 'c-failing',
      id: 'rival',
      slug: 'rival',
      data: { title: 'Rival', text: 'same' },
    }
    await manageAs(page, 'POST', '/entries', rival)
    const publishAt = new Date(Date.now() + 3000).toISOString()
    await manageAs(page, 'PUT', '/entries/failing/schedule', { draftVersion: 1, publishAt })
    await manageAs(page, 'POST', '/entries/rival/publish', { draftVersion: 1 })
    await until(async () => (await manageAs(page, 'GET', '/schedule?state=failed')).list.length > 0)
    await page.reload()
    const failed = panel.getByRole('alert').filter({ hasText: 'The schedule failed' })
    await failed.getByText('It was not published on').waitFor()
    await failed.getByText('Correct the draft, then publish it or schedule it again.').waitFor()
    await expectAccessible(visitor)
    await failed.getByRole('button', { name: 'Set another time' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Publish on', { exact: true }).fill('2029-07-02T09:30')
    await manageAs(page, 'PATCH', '/entries/failing', { draftVersion: 1, data: { title: null } })
    visitor.expects('409 PUT /api/v1/entries/failing/schedule')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByText('ada@example.com changed Title').waitFor()
    await dialog.getByRole('button', { name: 'Show the new draft' }).click()
    await dialog.getByText('Correct this first').waitFor()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByRole('alert').getByRole('button', { name: 'Title' }).waitFor()
    await expectAccessibleInLight(visitor)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await failed.getByRole('button', { name: 'Remove the failed schedule' }).click()
    await dialog.getByRole('button', { name: 'Remove the failed schedule' }).click()
    await failed.waitFor({ state: 'detached' })
  })

  journey('any two versions are compared, one field or all restored, and what is live stays', async () => {
    const { visitor, page, panel } = await open('written', { title: 'One', text: 'The first text' })
    await manageAs(page, 'POST', '/entries/written/publish', { draftVersion: 1 })
    const data = { title: 'Two', text: 'The second text' }
    await manageAs(page, 'PATCH', '/entries/written', { draftVersion: 1, data })
    await page.reload()
    await panel.getByText('Published version 1').waitFor()
    await panel.getByRole('button', { name: 'Compare versions' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: /Published version 1/ }).waitFor()
    await expectAccessible(visitor)
    await drawer.getByRole('button', { name: /Published version 1.*Compare$/ }).click()
    await drawer.getByText('The [removed: first][added: second] text').waitFor()
    await expectAccessible(visitor)
    const restore = drawer.getByRole('button', { name: 'Restore old value: Title' })
    await restore.click()
    await page.getByText('Title is restored in the draft.').waitFor()
    await restore.waitFor({ state: 'detached' })
    expect((await read(page, 'written')).data).toEqual({ title: 'One', text: 'The second text' })
    const { list } = await manageAs(page, 'GET', '/entries/written/versions')
    expect(list).toMatchObject([
      { version: 'd3', reason: 'restore', names: ['/data/title'] },
      { version: 'd2', reason: 'edit' },
      {},
      {},
    ])
    await drawer.getByLabel('Compared with').selectOption({ index: 3 })
    await drawer
      .getByText('[removed: One][added: Two]')
      .or(drawer.getByText('These two versions are the same.'))
      .first()
      .waitFor()
    await drawer.getByLabel('Compared with').selectOption({ index: 0 })
    await drawer.getByRole('button', { name: /^Restore the version of / }).click()
    await drawer.getByText('What is published has not changed').waitFor()
    await drawer.getByText('These two versions are the same.').waitFor()
    expect((await read(page, 'written')).data).toEqual({ title: 'One', text: 'The first text' })
    expect((await send('c-written/written')).data).toEqual({ title: 'One', text: 'The first text' })
    await expectAccessibleInLight(visitor)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Title' }).focus()
    await page.keyboard.press('Control+z')
    await until(async () => (await read(page, 'written')).data.text === 'The second text')
    await page.keyboard.press('Control+z')
    await until(async () => (await read(page, 'written')).data.title === 'Two')
  })

  journey(
    'an archived draft comes back at once or with a new slug, and is deleted only by its name',
    async () => {
      const { visitor, page, panel, path } = await open('shelved', { title: 'Shelved' })
      const dialog = page.getByRole('dialog')
      await choose(page, 'Archive')
      await dialog.getByText('Your site does not change').waitFor()
      await expectAccessible(visitor)
      await dialog.getByRole('button', { name: 'Archive' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await panel.getByText('This entry is not on your site yet.').waitFor()
      expect((await read(page, 'shelved')).state).toBe('draft')

      await choose(page, 'Archive')
      await dialog.getByRole('button', { name: 'Archive' }).click()
      await panel.getByText('It was archived').waitFor()
      const other = { collection: 'c-shelved', id: 'other', slug: 'shelved', data: { title: 'Other' } }
      await manageAs(page, 'POST', '/entries', other)
      await panel.getByRole('button', { name: 'Unarchive' }).click()
      visitor.expects('409 POST /api/v1/entries/shelved/unarchive')
      await dialog.getByRole('button', { name: 'Unarchive' }).click()
      await dialog.getByText('Its slug is taken').waitFor()
      expect(await dialog.getByLabel('New slug').inputValue()).toBe('shelved-2')
      await expectAccessible(visitor)
      await dialog.getByRole('button', { name: 'Unarchive with this slug' }).click()
      await page.getByText('“Shelved” is a draft again.').waitFor()
      expect(await read(page, 'shelved')).toMatchObject({ state: 'draft', slug: 'shelved-2' })

      await choose(page, 'Archive')
      await dialog.getByRole('button', { name: 'Archive' }).click()
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(path)
      await visitor.settle()
      await page.locator('.trail-back').waitFor()
      expect(await page.locator('.trail svg:not(.trail-back)').isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Details' }).click()
      await dialog.getByRole('heading', { name: 'History' }).waitFor()
      await expectAccessible(visitor)
      expect(await measureOverhang(page)).toBe(0)
      await page.keyboard.press('Escape')
      await panel.getByText('It was archived').waitFor()
      await panel.getByRole('button', { name: 'Delete for good' }).click()
      const confirm = dialog.getByRole('button', { name: 'Delete for good' })
      await dialog.getByLabel('Type shelved-2 to delete it').fill('shelved')
      expect(await confirm.isDisabled()).toBe(true)
      await dialog.getByLabel('Type shelved-2 to delete it').fill('shelved-2')
      await expectAccessible(visitor)
      expect(await measureOverhang(page)).toBe(0)
      // The form asks for changes from time to time, also while its entry is being deleted.
      visitor.allows('404 GET /api/v1/entries/shelved/changes')
      // As by a double click.
      const sent = watchRequests(page)
      await dialog.locator('form').evaluate((form: { requestSubmit?(): void }) => {
        form.requestSubmit?.()
        form.requestSubmit?.()
      })
      await page.getByRole('heading', { name: 'Pages shelved', level: 1 }).waitFor()
      expect(sent.filter(({ path: one }) => one.startsWith('DELETE'))).toHaveLength(1)
      const headers = { Origin: fixture.url, 'Frontlist-Space': 'demo' }
      expect((await page.request.get('/api/v1/entries/shelved', { headers })).status()).toBe(404)
    },
  )
})
