// What is scheduled: by time, what failed first with its reason, and several entries scheduled at once.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { until } from '../kit/until.ts'
import { manageAs } from './manage-as.ts'

const notes = {
  apiName: 'notes',
  name: 'Notes',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'sku', type: 'text', unique: true },
  ],
}

describeInBrowser('the schedule', (fixture, journey) => {
  journey('of a space is set for several entries at once, listed by time, and cancelled', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo/schedule')
    await page.getByText('Nothing is scheduled').waitFor()
    await page.getByText('Times are in Europe/Oslo.').waitFor()
    await expectAccessible(visitor)
    await manageAs(page, 'POST', '/collections', notes)
    for (const title of ['One', 'Two', 'Three']) {
      const data = { title, sku: title }
      await manageAs(page, 'POST', '/entries', { collection: 'notes', id: title, slug: title, data })
    }
    await page.goto('/s/demo/content/notes?sort=title')
    const check = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await check('Select One').click()
    await check('Select Two').click({ modifiers: ['Shift'] })
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('3 of 3 selected').waitFor()
    await check('Select Three').press('Space')
    await bar.getByText('2 of 3 selected').waitFor()
    await bar.getByRole('button', { name: 'Schedule' }).click()
    const dialog = page.getByRole('dialog')
    const year = new Date().getFullYear() + 1
    await dialog.getByLabel('Publish on', { exact: true }).fill('2020-01-01T10:00')
    await dialog.getByText('This time has passed. Choose a later one.').waitFor()
    await dialog.getByLabel('Publish on', { exact: true }).fill(`${year}-01-31T10:00`)
    await dialog.getByText(`31 Jan ${year}, 09:00 UTC`).waitFor()
    await dialog.getByText('2 entries will be scheduled.').waitFor()
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Schedule 2 entries' }).click()
    await page.getByText('2 entries are scheduled.').last().waitFor()
    await page.getByRole('link', { name: 'Scheduled 2 entries' }).click()
    await page.getByText('2 entries found').waitFor()
    const states = await page.locator('.entry-row .state-cell').allTextContents()
    expect(states.map(text => text.replace('State', ''))).toEqual([
      expect.stringContaining('Scheduled · 31 Jan'),
      expect.stringContaining('Scheduled · 31 Jan'),
    ])

    const earlier = { draftVersion: 1, publishAt: new Date(Date.now() + 86_400_000).toISOString() }
    await manageAs(page, 'PUT', '/entries/Two/schedule', earlier)
    await page.goto('/s/demo/schedule')
    const table = page.getByRole('table', { name: 'Coming up' })
    await table.getByRole('rowheader').first().waitFor()
    expect(await table.getByRole('rowheader').getByRole('link').allTextContents()).toEqual(['Two', 'One'])
    await expectAccessible(visitor)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await visitor.settle()
      expect([width, await measureOverhang(page)]).toEqual([width, 0])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await table.getByRole('button', { name: 'Cancel the schedule of One' }).click()
    await dialog.getByText(`The entry will not go live on 31 Jan ${year}, 10:00.`).waitFor()
    await dialog.getByRole('button', { name: 'Cancel the schedule' }).click()
    await page.getByText('The schedule is cancelled.').waitFor()
    await table.getByRole('rowheader', { name: 'One' }).waitFor({ state: 'detached' })
  })

  journey('shows what failed first, with its reason, and so does the list of the collection', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo/schedule')
    await manageAs(page, 'POST', '/collections', notes)
    for (const id of ['first', 'second']) {
      const data = { title: `Note ${id}`, sku: 'same' }
      await manageAs(page, 'POST', '/entries', { collection: 'notes', id, slug: id, data })
    }
    const soon = { draftVersion: 1, publishAt: new Date(Date.now() + 1500).toISOString() }
    await manageAs(page, 'PUT', '/entries/second/schedule', soon)
    await manageAs(page, 'POST', '/entries/first/publish', { draftVersion: 1 })
    await until(async () => (await manageAs(page, 'GET', '/schedule?state=failed')).list.length > 0)
    await page.reload()
    await page.getByRole('heading', { name: '1 failed' }).waitFor()
    const failed = page.getByRole('table', { name: 'Failed' })
    const row = failed.getByRole('row').filter({ hasText: 'Note second' })
    await row.getByText(/the live entry first has the same value/).waitFor()
    await expectAccessible(visitor)
    expect(await row.getByRole('link', { name: /^Correct it/ }).getAttribute('href')).toBe(
      '/s/demo/content/notes/second',
    )
    await page.goto('/s/demo/content/notes')
    await page.getByRole('link', { name: 'Schedule failed 1 entry' }).click()
    await page.getByText('1 entry found').waitFor()
    await page.getByRole('row').filter({ hasText: 'Note second' }).getByText('Schedule failed').waitFor()
  })
})
