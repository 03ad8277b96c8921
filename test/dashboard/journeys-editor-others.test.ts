// Two windows on one entry, an import while it is edited, undoing, a model that changes, and variants.
import { expect } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { articleFields, awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('an entry that others edit', (fixture, journey) => {
  const open = async (email: string, id: string) => {
    const visitor = await fixture.visit({ as: await fixture.createUser(email, 'owner') })
    await visitor.page.goto('/s/demo')
    await manageAs(visitor.page, 'POST', '/collections', {
      ...{ apiName: 'articles', name: 'Articles', slugFrom: 'title', fields: articleFields },
    })
    await manageAs(visitor.page, 'POST', '/entries', {
      ...{ collection: 'articles', id, slug: id, data: { title: 'Tide', summary: 'Storms' } },
    })
    await openEntry(visitor, 'articles', id)
    return visitor
  }
  const type = async (page: Page, label: string, text: string) => {
    await page.getByLabel(label).fill(text)
    await awaitStatus(page, savedAt)
  }

  journey('two windows save different fields, and each shows what the other has saved', async () => {
    const [ada, mira] = [await open('ada@example.com', 'both'), await open('mira@example.com', 'both')]
    await type(ada.page, 'Title', 'Tides')
    await type(mira.page, 'Summary', 'Storms of 1911')
    await mira.page.getByRole('heading', { name: 'Tides', level: 1 }).waitFor()
    await ada.page.getByText(/^Mira changed this at /).waitFor()
    expect(await ada.page.getByLabel('Summary').inputValue()).toBe('Storms of 1911')
    expect((await readEntry(ada.page, 'both')).data).toMatchObject({
      ...{ title: 'Tides', summary: 'Storms of 1911' },
    })
  })

  journey('lets two windows in one field keep mine, take theirs, or compare', async () => {
    const [ada, mira] = [await open('ada@example.com', 'one'), await open('mira@example.com', 'one')]
    const { page } = ada
    ada.expects('409 PATCH /api/v1/entries/one')
    for (const [button, kept] of [
      ['Keep mine', 'Mine, then Keep mine'],
      ['Take theirs', 'Theirs, before Take theirs'],
      ['Take the other', 'Theirs, before Take the other'],
    ] as const) {
      const isOwn = button === 'Take the other'
      const writer = isOwn ? page : mira.page
      const conflict = page.getByRole('group', { name: 'Conflict in Title' })
      // The other window is first by a moment.
      const beFirst = async (route: Route) => {
        const { draftVersion } = await readEntry(writer, 'one')
        const theirs = { draftVersion, data: { title: `Theirs, before ${button}` } }
        await manageAs(writer, 'PATCH', '/entries/one', theirs)
        await route.continue()
      }
      await page.route('**/api/v1/entries/one', beFirst, { times: 1 })
      await page.getByLabel('Title').fill(`Mine, then ${button}`)
      await conflict.waitFor()
      await awaitStatus(page, 'Conflict in Title')
      const who = isOwn ? 'You changed this in another window' : 'Mira changed this'
      await conflict.getByText(new RegExp(`^${who} at .{8,25}\\. Your value is not saved yet\\.$`)).waitFor()
      await page.getByLabel('Summary').fill(`Saved beside: ${button}`)
      await conflict.getByRole('button', { name: 'Compare' }).click()
      await conflict.getByText(/^Theirs, before/).waitFor()
      await expectAccessible(ada)
      await conflict.getByRole('button', { name: button }).click()
      await conflict.waitFor({ state: 'detached' })
      await page.locator('[id="field:/data/title"]:focus').waitFor({ timeout: 9000 })
      await awaitStatus(page, savedAt)
      const { data } = await readEntry(page, 'one')
      expect([button, data.title, data.summary]).toEqual([button, kept, `Saved beside: ${button}`])
      expect(await page.getByLabel('Title').inputValue()).toBe(kept)
    }
  })

  journey('undoing goes back three fields and over saves, and forth again', async () => {
    const { page } = await open('ada@example.com', 'undo')
    await type(page, 'Title', 'Tides')
    await type(page, 'Score', '7')
    await type(page, 'Summary', 'Calm')
    for (let times = 0; times < 3; times++) await page.keyboard.press('Control+z')
    await awaitStatus(page, savedAt)
    expect(await page.getByLabel('Title').inputValue()).toBe('Tide')
    expect((await readEntry(page, 'undo')).data).toMatchObject({
      title: 'Tide',
      score: null,
      summary: 'Storms',
    })
    expect(await page.locator(':focus').getAttribute('id')).toBe('field:/data/title')
    for (let times = 0; times < 3; times++) await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Control+s')
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'undo')).data).toMatchObject({ title: 'Tides', score: 7, summary: 'Calm' })
  })

  journey(
    'the form follows a model that changes, and keeps what was typed into a field that goes',
    async () => {
      const visitor = await open('ada@example.com', 'model')
      const { page } = visitor
      const fields = [
        { apiName: 'title', type: 'text', name: 'Title' },
        { apiName: 'note', type: 'text', name: 'Note' },
      ]
      await manageAs(page, 'POST', '/collections', { apiName: 'memos', name: 'Memos', fields })
      await manageAs(page, 'POST', '/entries', { collection: 'memos', id: 'memo', data: { title: 'Memo' } })
      await openEntry(visitor, 'memos', 'memo')
      await page.route('**/api/v1/entries/memo', route => {
        return route.request().method() === 'PATCH' ? route.abort('connectionrefused') : route.continue()
      })
      visitor.expects(/^net::ERR_CONNECTION_REFUSED: /)
      await page.getByLabel('Note').fill('Typed before')
      await awaitStatus(page, 'Offline: kept on this device')
      const operations = [
        { op: 'removeField', field: 'note' },
        { op: 'addField', field: { apiName: 'more', type: 'text', name: 'More' } },
      ]
      await manageAs(page, 'POST', '/collections/memos/changes', {
        modelVersion: 1,
        operations,
        acceptLosses: true,
      })
      await page.unroute('**/api/v1/entries/memo')
      visitor.expects('400 PATCH /api/v1/entries/memo')
      await page.getByLabel('More', { exact: true }).fill('Typed after')
      const gone = page.getByRole('region', { name: 'Fields that are gone' })
      await gone.getByText('Typed before').waitFor()
      await awaitStatus(page, /^Not saved: check/)
      await expectAccessible(visitor)
      expect((await readEntry(page, 'memo')).data).toEqual({ title: 'Memo', more: 'Typed after' })
      await gone.getByRole('button', { name: 'Discard' }).click()
      await awaitStatus(page, savedAt)
    },
  )

  journey('a variant shows the values for everyone in grey, and typing overrides them', async () => {
    const visitor = await open('ada@example.com', 'variants')
    const { page } = visitor
    await manageAs(page, 'POST', '/variants', { id: 'de', name: 'German', kind: 'locale' })
    await page.reload()
    await visitor.settle()
    await page.getByRole('combobox', { name: 'Variant' }).selectOption({ label: 'German' })
    const title = page.getByRole('textbox', { name: 'Title' })
    // A screen reader says that the value is the one for everyone.
    await page.getByRole('textbox', { name: 'Title', description: 'same as for everyone' }).waitFor()
    const colour = () =>
      page.evaluate(`getComputedStyle(document.getElementById('field:/variants/de/title')).color`)
    const grey = await colour()
    expect([await title.inputValue(), await title.getAttribute('lang')]).toEqual(['Tide', null])
    expect(await page.getByRole('button', { name: /^Reset/ }).count()).toBe(0)
    await expectAccessible(visitor)
    await title.fill('Gezeiten')
    expect([await title.getAttribute('lang'), (await colour()) === grey]).toEqual(['de', false])
    await awaitStatus(page, savedAt)
    await page.getByText('Values for: German').waitFor()
    await page.getByText(`German overrides 1 of ${articleFields.length} fields.`).waitFor()
    expect(await page.getByRole('button', { name: /^Reset/ }).count()).toBe(1)
    expect((await readEntry(page, 'variants')).variants).toEqual({ de: { title: 'Gezeiten' } })
    await expectAccessible(visitor)
    // Nothing but what was changed is overridden: leaving a field writes nothing.
    for (const label of ['Summary', 'Score', 'Options']) await page.getByLabel(label, { exact: true }).focus()
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Reset Title' }).click()
    await page.getByText('No variant overrides a field.').waitFor()
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'variants')).variants).toEqual({})
    // The focus stays in the field, also once the reset is saved.
    await page.locator('[id="field:/variants/de/title"]:focus').waitFor({ timeout: 9000 })
    expect(await title.inputValue()).toBe('Tide')
    // An emptied value stays empty until the field is left.
    await title.fill('Gezeiten')
    await title.fill('')
    await page.getByText('Left empty, this variant has the value for everyone.').waitFor()
    await awaitStatus(page, savedAt)
    await page.keyboard.type('Flut')
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'variants')).variants).toEqual({ de: { title: 'Flut' } })
    // What is typed after a field was left is undone by itself.
    await page.getByLabel('Summary').focus()
    await title.fill('')
    await page.getByLabel('Summary').focus()
    expect(await title.inputValue()).toBe('Tide')
    await page.keyboard.press('Control+z')
    expect(await title.inputValue()).toBe('Flut')
  })

  journey('a variant lists what it overrides, and the texts that it does not translate', async () => {
    const visitor = await open('ada@example.com', 'filters')
    const { page } = visitor
    await manageAs(page, 'POST', '/variants', { id: 'de', name: 'German', kind: 'locale' })
    await manageAs(page, 'POST', '/variants', { id: 'vip', name: 'Trade', kind: 'audience' })
    const data = { score: 3, kind: 'news', tags: ['sea'] }
    await manageAs(page, 'PATCH', '/entries/filters', {
      ...{ draftVersion: 1, data, variants: { de: { score: 4 } } },
    })
    await page.reload()
    await visitor.settle()
    await page.getByRole('combobox', { name: 'Variant' }).selectOption('de')
    const filter = (name: string) => page.getByRole('button', { name, exact: true })
    const labels = () =>
      page.locator('.entry-form [data-path]').evaluateAll(rows => {
        return rows.map(row =>
          (row as unknown as { dataset: { path: string } }).dataset.path.split('/').at(-1),
        )
      })
    await filter('Overridden (1)').click()
    expect(await labels()).toEqual(['score'])
    // A number and an option are no texts, and an empty text is not missing.
    await filter('Not translated (3)').click()
    expect(await labels()).toEqual(['title', 'summary', 'tags'])
    await expectAccessible(visitor)
    // A text that is translated stays until the filter is chosen again.
    await page.getByLabel('Summary').fill('Stürme')
    await filter('Not translated (2)').waitFor()
    expect(await labels()).toEqual(['title', 'summary', 'tags'])
    await filter('Not translated (2)').click()
    expect(await labels()).toEqual(['title', 'tags'])
    // Undoing shows the field that changes, though the filter hides it.
    await page.keyboard.press('Control+z')
    await page.locator('[id="field:/variants/de/summary"]:focus').waitFor()
    expect(await filter('All').getAttribute('aria-pressed')).toBe('true')
    await filter('Not translated (3)').click()
    await page.getByRole('combobox', { name: 'Variant' }).selectOption('vip')
    // An audience translates nothing. The chosen filter stays.
    expect(await filter('Other texts (3)').getAttribute('aria-pressed')).toBe('true')
    expect(await labels()).toEqual(['title', 'summary', 'tags'])
    await filter('Overridden (0)').click()
    await page.getByText('Nothing is overridden.').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('combobox', { name: 'Variant' }).selectOption('de')
    await visitor.settle()
    expect(await measureOverhang(page)).toBe(0)
    await expectAccessible(visitor)
    // An override of a list begins with the items for everyone.
    await filter('All').click()
    await page.getByRole('group', { name: 'Tags' }).getByRole('button', { name: 'Add item' }).click()
    await page.keyboard.type('Meer')
    await page.getByRole('button', { name: 'Reset Tags' }).waitFor()
    await page.keyboard.press('Control+s')
    await awaitStatus(page, savedAt)
    const { variants } = await readEntry(page, 'filters')
    expect(variants).toEqual({ de: { score: 4, tags: ['sea', 'Meer'] } })
  })

  journey('a field with the name of what every object inherits is overridden like any other', async () => {
    const visitor = await open('ada@example.com', 'inherited')
    const { page } = visitor
    await manageAs(page, 'POST', '/variants', { id: 'fr', name: 'French', kind: 'locale' })
    const fields = [
      { apiName: 'title', type: 'text', name: 'Title' },
      { apiName: 'constructor', type: 'text', name: 'Constructor' },
      { apiName: 'options', type: 'json', name: 'Options' },
    ]
    await manageAs(page, 'POST', '/collections', { apiName: 'builds', name: 'Builds', fields })
    const draft = { data: { title: 'Hall', constructor: 'Eva' }, variants: { fr: { title: 'Halle' } } }
    await manageAs(page, 'POST', '/entries', { collection: 'builds', id: 'hall', ...draft })
    await manageAs(page, 'POST', '/entries/hall/publish', { draftVersion: 1 })
    await openEntry(visitor, 'builds', 'hall')
    await page.getByRole('combobox', { name: 'Variant' }).selectOption('fr')
    await page.getByLabel('Constructor').fill('Eve')
    await awaitStatus(page, savedAt)
    await page.getByRole('button', { name: 'Publish 1 change' }).waitFor()
    expect((await readEntry(page, 'hall')).variants).toEqual({ fr: { title: 'Halle', constructor: 'Eve' } })
    // JSON that is not finished reads as it was typed.
    await page.getByLabel('Options').fill('{"a":')
    const changes = page.getByRole('region', { name: 'Will change when published' })
    await changes.getByText('[added: {"a":]').waitFor({ timeout: 9000 })
  })

  journey('an emptied text of a variant stays empty while a dialog of its toolbar is open', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    await manageAs(page, 'POST', '/variants', { id: 'harbour', name: 'Harbour', kind: 'audience' })
    await manageAs(page, 'POST', '/collections', {
      ...{ apiName: 'notices', name: 'Notices' },
      fields: [
        { apiName: 'title', type: 'text', name: 'Title' },
        { apiName: 'body', type: 'richText', format: 'portableText', name: 'Body' },
      ],
    })
    const toBody = (text: string) => [{ _type: 'block', children: [{ _type: 'span', text }] }]
    await manageAs(page, 'POST', '/entries', {
      ...{ collection: 'notices', id: 'notice', data: { title: 'Notice', body: toBody('For everyone') } },
      variants: { harbour: { body: toBody('For the harbour') } },
    })
    await openEntry(visitor, 'notices', 'notice')
    await page.getByRole('combobox', { name: 'Variant' }).selectOption('harbour')
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.getByText('For the harbour').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByText('Left empty, this variant has the value for everyone.').waitFor()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Insert a table' })
    await dialog.getByLabel('Rows').fill('1')
    await dialog.getByRole('button', { name: 'Insert table' }).click()
    await dialog.waitFor({ state: 'detached' })
    await awaitStatus(page, savedAt)
    const { variants } = await readEntry(page, 'notice')
    expect(variants).toMatchObject({ harbour: { body: [{ _type: 'table' }] } })
  })
})
