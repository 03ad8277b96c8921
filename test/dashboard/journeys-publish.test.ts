// Publishing: what will change is shown before, and nothing is published that was not shown.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectAccessibleInLight } from '../kit/browser/page-checks.ts'
import { until } from '../kit/until.ts'
import { manageAs } from './manage-as.ts'

/** The text of what has the focus, or of its label. */
const focusText = `(() => {
  const one = document.activeElement
  return (one.labels?.[0] ?? one).textContent ?? ''
})()`

function waitForFocusIn(page: Page, text: RegExp): Promise<void> {
  return until(async () => text.test(await page.evaluate<string>(focusText)))
}

describeInBrowser('publishing', (fixture, journey) => {
  const open = async (path: string, role: 'owner' | 'author' | 'member' = 'owner') => {
    const visitor = await fixture.visit({ as: await fixture.createUser(`${role}@example.com`, role) })
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
  const panelOf = (page: Page) => page.getByRole('complementary', { name: 'About this entry' })
  const choose = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const makeNotes = async (page: Page, collection: string) => {
    const fields = [
      { apiName: 'title', type: 'text', name: 'Title' },
      { apiName: 'sku', type: 'text', name: 'Number', required: true, unique: true },
      { apiName: 'body', type: 'richText', name: 'Body', format: 'portableText' },
      { apiName: 'seeAlso', type: 'reference', many: true, to: [collection] },
    ]
    await manageAs(page, 'POST', '/collections', { apiName: collection, name: 'Notes', fields })
    return async (id: string, data: object) => {
      await manageAs(page, 'POST', '/entries', { collection, id, slug: id, data })
    }
  }

  journey('the panel shows what will change, the button counts it, and publishing serves it', async () => {
    const visitor = await open('/s/demo/content/books/book-contraband-weather')
    const { page } = visitor
    const panel = panelOf(page)
    const before = await send('books/contraband-weather')
    const changes = panel.getByRole('region', { name: 'Will change when published' })
    expect(await changes.getByRole('listitem').allTextContents()).toEqual([
      'Go to Pages[removed: 296] [added: 304]',
      'Go to Price[removed: 9.99] [added: 10.99]',
    ])
    await panel.getByRole('button', { name: '4 entries' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'The Bonded Cellar' }).waitFor()
    await expectAccessible(visitor)
    await page.keyboard.press('Escape')
    await waitForFocusIn(page, /^4 entries$/)
    await page.getByRole('button', { name: 'Publish 2 changes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('4 published entries refer to it').waitFor()
    await expectAccessible(visitor)
    await page.keyboard.press('Enter')
    await page.getByText('“Contraband Weather” is published.').waitFor()
    const after = await send('books/contraband-weather')
    expect([after.version, after.data?.pages, after.data?.price]).toEqual([
      Number(before.version) + 1,
      304,
      10.99,
    ])
    const done = page.getByRole('button', { name: 'Published', exact: true })
    expect(await done.getAttribute('aria-disabled')).toBe('true')
    await done.hover()
    await page.getByText("No changes: this is what's live.").first().waitFor()
    await panel.getByText("No changes: this is what's live.").waitFor()

    await choose(page, 'Unpublish')
    await dialog.getByText('It will be missing there.').waitFor()
    await expectAccessibleInLight(visitor)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await until(() => page.evaluate<boolean>(`document.activeElement.ariaLabel === 'More actions'`))
    expect((await send('books/contraband-weather')).status).toBe(200)
    await choose(page, 'Unpublish')
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('“Contraband Weather” is unpublished.').waitFor()
    expect((await send('books/contraband-weather')).status).toBe(404)
    await panel.getByText('This entry is not on your site yet.').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByRole('button', { name: 'Backdate publication' }).click()
    await dialog.getByLabel('Publication date').fill('2999-01-01T10:00')
    visitor.expects('400 POST /api/v1/entries/book-contraband-weather/publish')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByText('Must not be in the future.').waitFor()
    await dialog.getByLabel('Publication date').fill('2024-05-01T10:00')
    await dialog.getByText('10:00 in Europe/Oslo (GMT+2), 08:00 UTC').waitFor()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await panel.getByText('1 May 2024, 10:00').first().waitFor()
    expect((await send('books/contraband-weather')).version).toBe(Number(after.version) + 1)
  })

  journey('a draft that breaks rules is not published, and the dialog leads to its fields', async () => {
    const visitor = await open('/s/demo')
    const { page } = visitor
    const make = await makeNotes(page, 'rules')
    await make('rule-live', { title: 'Other', sku: 'taken' })
    await manageAs(page, 'POST', '/entries/rule-live/publish', { draftVersion: 1 })
    await make('rule', { title: 'First', sku: '' })
    await page.goto('/s/demo/content/rules/rule')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('heading', { name: '“First” cannot be published yet' }).waitFor()
    await expectAccessible(visitor)
    expect(await dialog.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Number' }).click()
    await dialog.waitFor({ state: 'detached' })
    await waitForFocusIn(page, /sku|Number/)

    await manageAs(page, 'PATCH', '/entries/rule', { draftVersion: 1, data: { sku: 'taken' } })
    await page.reload()
    visitor.expects('409 POST /api/v1/entries/rule/publish')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByRole('alert').getByRole('button', { name: 'Number' }).waitFor()
    await expectAccessibleInLight(visitor)
    await dialog.getByRole('alert').getByRole('button', { name: 'Number' }).click()
    await dialog.waitFor({ state: 'detached' })
    await waitForFocusIn(page, /sku|Number/)
    expect((await send('rules/rule')).status).toBe(404)
  })

  journey('nobody publishes what others changed in the meantime without having seen it', async () => {
    const visitor = await open('/s/demo')
    const { page } = visitor
    const make = await makeNotes(page, 'meanwhile')
    await make('seen', { title: 'First', sku: 'a' })
    await manageAs(page, 'POST', '/entries/seen/publish', { draftVersion: 1 })
    await manageAs(page, 'PATCH', '/entries/seen', { draftVersion: 1, data: { title: 'Second' } })
    await page.goto('/s/demo/content/meanwhile/seen')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Publish 1 change', exact: true }).click()
    await manageAs(page, 'PATCH', '/entries/seen', { draftVersion: 2, data: { sku: 'b' } })
    visitor.expects('409 POST /api/v1/entries/seen/publish')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByText('owner@example.com changed Number').waitFor()
    await expectAccessible(visitor)
    expect((await send('meanwhile/seen')).data).toMatchObject({ title: 'First', sku: 'a' })
    await dialog.getByRole('button', { name: 'Show the new draft' }).click()
    await dialog.getByText('Just changed').waitFor()
    await expectAccessibleInLight(visitor)
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('“Second” is published.').waitFor()
    expect((await send('meanwhile/seen')).data).toMatchObject({ title: 'Second', sku: 'b' })
  })

  journey(
    'the dialog shows words, variants, a changed slug and targets that are not live, which are published too',
    async () => {
      const visitor = await open('/s/demo')
      const { page } = visitor
      const make = await makeNotes(page, 'linked')
      await manageAs(page, 'POST', '/variants', { id: 'trade', name: 'Trade', kind: 'audience' })
      const body = (text: string) => [{ _type: 'block', children: [{ _type: 'span', text }] }]
      await make('hub', { title: 'Hub', sku: 'hub', body: body('The honest record of the storms.') })
      await manageAs(page, 'POST', '/entries/hub/publish', { draftVersion: 1 })
      await make('near', { title: 'Near', sku: 'near' })
      await make('far', { title: 'Far' })
      await manageAs(page, 'PATCH', '/entries/hub', {
        draftVersion: 1,
        slug: 'hub-of-all',
        data: { body: body('The only record of the storms.'), seeAlso: [{ id: 'near' }, { id: 'far' }] },
        variants: { trade: { title: 'Hub for you' } },
      })
      await page.goto('/s/demo/content/linked/hub')
      await page.getByRole('button', { name: 'Publish 4 changes' }).click()
      const dialog = page.getByRole('dialog')
      const changes = dialog.getByRole('region', { name: 'What will change' })
      await changes.getByText('Title for Trade').waitFor()
      await changes.getByText('The [removed: honest][added: only] record of the storms.').waitFor()
      await dialog
        .getByText('From /linked/hub to /linked/hub-of-all. The old address will stop working')
        .waitFor()
      await dialog.getByText('It refers to 2 entries that are not published').waitFor()
      // Nothing else refers to them, so they are chosen already.
      const too = (title: string) => dialog.getByRole('checkbox', { name: `Publish it too: ${title}` })
      await too('Near').waitFor()
      expect([await too('Near').isChecked(), await too('Far').isChecked()]).toEqual([true, true])
      await dialog.getByText('It has problems that keep it from being published.').waitFor()
      await expectAccessible(visitor)
      visitor.expects('409 POST /api/v1/operations')
      await dialog.getByRole('button', { name: 'Publish 3 entries' }).click()
      await dialog.getByRole('alert').getByRole('link', { name: 'Far' }).waitFor()
      await expectAccessibleInLight(visitor)
      expect((await send('linked/near')).status).toBe(404)
      expect((await send('linked/hub-of-all')).status).toBe(404)
      await dialog.getByRole('button', { name: 'Cancel' }).click()

      await manageAs(page, 'PATCH', '/entries/far', { draftVersion: 1, data: { sku: 'far' } })
      await page.reload()
      await page.getByRole('button', { name: 'Publish 4 changes' }).click()
      await dialog.getByRole('button', { name: 'Publish 3 entries' }).click()
      await page.getByText('“Hub” and 2 other entries are published.').waitFor()
      const paths = ['linked/near', 'linked/far', 'linked/hub-of-all', 'linked/hub']
      const statuses = await Promise.all(paths.map(async path => (await send(path)).status))
      expect(statuses).toEqual([200, 200, 200, 404])
    },
  )

  journey('who may not publish is offered nothing of it, and told who can', async () => {
    const { page } = await open('/s/demo/content/books/book-marram', 'author')
    await panelOf(page).getByText('An editor can publish this.').waitFor()
    expect(await page.getByRole('button', { name: /^Publish/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Set a time' }).count()).toBe(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    const items = () => page.getByRole('menuitem').allTextContents()
    expect(await items()).toEqual([
      'History',
      'Used by',
      'Try it',
      'Duplicate',
      'Share a preview',
      'Discard changes',
    ])
    const headers = { Origin: fixture.url, 'Frontlist-Space': 'demo' }
    const path = '/api/v1/entries/book-marram/publish'
    const refused = await page.request.post(path, { headers, data: { draftVersion: 1 } })
    expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([
      403,
      'role_required',
    ])
    const member = await open('/s/demo/content/books/book-marram', 'member')
    await member.page.getByText('You can read this.').waitFor()
    await member.page.getByRole('button', { name: 'More actions' }).click()
    await member.page.getByRole('menuitem', { name: 'History' }).waitFor()
    expect(await member.page.getByRole('menuitem').allTextContents()).toEqual([
      'History',
      'Used by',
      'Try it',
    ])
  })
})
