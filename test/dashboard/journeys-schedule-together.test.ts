// Scheduling an entry with what it refers to: nothing goes live with a hole that nobody was told of.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { manageAs } from './manage-as.ts'

const letters = {
  apiName: 'letters',
  name: 'Letters',
  fields: [
    { apiName: 'title', type: 'text', name: 'Title' },
    { apiName: 'next', type: 'reference', name: 'Next', many: true, to: ['letters'] },
  ],
}

describeInBrowser('scheduling an entry', (fixture, journey) => {
  journey('names what will not be live by then, takes it along, and says what is left', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    await manageAs(page, 'POST', '/collections', letters)
    const make = (id: string, ...next: string[]) => {
      const data = { title: `Letter ${id}`, next: next.map(one => ({ id: one })) }
      return manageAs(page, 'POST', '/entries', { collection: 'letters', id, slug: id, data })
    }
    for (const id of ['live', 'new', 'shared', 'sooner']) await make(id)
    await make('other', 'shared')
    await make('first', 'live', 'new', 'shared', 'sooner')
    await manageAs(page, 'POST', '/entries/live/publish', { draftVersion: 1 })
    const day = 86_400_000
    const at = (days: number) => new Date(Date.now() + days * day)
    await manageAs(page, 'PUT', '/entries/sooner/schedule', {
      draftVersion: 1,
      publishAt: at(1).toISOString(),
    })
    await page.goto('/s/demo/content/letters/first')
    const panel = page.getByRole('complementary', { name: 'About this entry' })
    await panel.getByRole('button', { name: 'Set a time' }).click()
    const dialog = page.getByRole('dialog')
    const time = at(3).toISOString().slice(0, 16)
    await dialog.getByLabel('Publish on', { exact: true }).fill(time)
    // What is live, or will be by then, is not named; what nothing else refers to goes along.
    await dialog.getByText('It refers to 2 entries that will not be published by then').waitFor()
    const too = (title: string) => dialog.getByRole('checkbox', { name: `Publish it too: ${title}` })
    expect(await too('Letter new').isChecked()).toBe(true)
    expect(await too('Letter shared').isChecked()).toBe(false)
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Schedule 2 entries' }).click()
    await page.getByText('“Letter first” and 1 other entry will be published on').waitFor()
    // The entry says what it goes live with, and what readers will miss.
    const note = panel.getByRole('region', { name: 'Scheduled' })
    await note.getByText('Together with').waitFor()
    await note.getByText('1 entry that it refers to will not be published by then:').waitFor()
    await note.getByRole('link', { name: 'Letter shared' }).waitFor()
    await expectAccessible(visitor)
    await page.goto('/s/demo/schedule')
    await page.getByText('“Letter shared” will not be published by then').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await visitor.settle()
    expect(await measureOverhang(page)).toBe(0)
    await expectAccessible(visitor)
    await page.setViewportSize({ width: 1280, height: 800 })
    // Changing the schedule keeps the choice, and adds the other one.
    await page.goto('/s/demo/content/letters/first')
    await note.getByRole('button', { name: 'Change' }).click()
    await too('Letter shared').check()
    expect(await too('Letter new').isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Schedule 3 entries' }).click()
    await dialog.waitFor({ state: 'detached' })
    await note.getByText('will not be published by then').waitFor({ state: 'detached' })
    const { doc } = await manageAs(page, 'GET', '/entries/first')
    const { schedule } = doc as unknown as { schedule: { with: { id: string }[]; notLive: unknown[] } }
    expect([schedule.with.map(({ id }) => id).sort(), schedule.notLive]).toEqual([['new', 'shared'], []])
    // A member says whose schedule it is part of.
    await page.goto('/s/demo/content/letters/new')
    await note.getByText('Part of a schedule with').waitFor()
    // Where nothing is left out, the page of the schedule says nothing of it.
    await page.goto('/s/demo/schedule')
    await page
      .getByText('Together with Letter new, Letter shared.')
      .or(page.getByText('Together with Letter shared, Letter new.'))
      .waitFor()
    expect(await page.getByText('will not be published by then').count()).toBe(0)
  })
  journey('leaves a target its own time, and says what to do about one that cannot go along', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    const fields = [
      { apiName: 'title', type: 'text', name: 'Title' },
      { apiName: 'next', type: 'reference', name: 'Next', many: true },
      { apiName: 'body', type: 'richText', format: 'portableText', name: 'Body' },
    ]
    await manageAs(page, 'POST', '/collections', { apiName: 'pieces', name: 'Pieces', fields })
    const make = (id: string, data: object = {}) =>
      manageAs(page, 'POST', '/entries', {
        ...{ collection: 'pieces', id, slug: id, data: { title: `Piece ${id}`, ...data } },
      })
    for (const id of ['later', 'shelved', 'linked']) await make(id)
    await manageAs(page, 'POST', '/entries/shelved/archive', { draftVersion: 1 })
    const publishAt = new Date(Date.now() + 5 * 86_400_000).toISOString()
    await manageAs(page, 'PUT', '/entries/later/schedule', { draftVersion: 1, publishAt })
    const link = { _type: 'entryLink', _key: 'a', entry: { id: 'linked' } }
    const children = [{ _type: 'span', _key: 'c', text: 'Linked', marks: ['a'] }]
    await make('main', {
      next: [{ id: 'later' }, { id: 'shelved' }, { id: 'nowhere' }],
      body: [{ _type: 'block', _key: 'b', style: 'normal', children, markDefs: [link] }],
    })
    await page.goto('/s/demo/content/pieces/main')
    const dialog = page.getByRole('dialog')
    const too = (title: string) => dialog.getByRole('checkbox', { name: `Publish it too: Piece ${title}` })
    const seen = async () => {
      await too('later').waitFor()
      // Rich text refers like any other field.
      expect([await too('later').isChecked(), await too('linked').isChecked()]).toEqual([false, true])
      await dialog.getByText('It is archived: unarchive it first, or remove the reference.').waitFor()
      await dialog.getByText('It does not exist: remove the reference, or create the entry.').waitFor()
      expect(await dialog.getByRole('checkbox').count()).toBe(2)
      await expectAccessible(visitor)
    }
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByText('It refers to 4 entries that are not published').waitFor()
    await seen()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Set a time' }).click()
    const time = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16)
    await dialog.getByLabel('Publish on', { exact: true }).fill(time)
    await seen()
    await page.setViewportSize({ width: 390, height: 800 })
    await visitor.settle()
    expect(await measureOverhang(page)).toBe(0)
  })
})
