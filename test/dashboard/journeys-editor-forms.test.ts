// What the form of an entry shows and refuses: problems, slugs, values without an input, addresses, who may not write.
import { expect } from 'bun:test'
import { join } from 'node:path'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { articleFields, awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

const format = {
  ...{ apiName: 'format', type: 'text', name: 'Format', required: true },
  options: [{ value: 'print', name: 'Print' }],
}

describeInBrowser('the form of an entry', (fixture, journey) => {
  const visit = async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    await visitor.page.goto('/s/demo')
    await manageAs(visitor.page, 'POST', '/collections', {
      ...{ apiName: 'articles', name: 'Articles', slugFrom: 'title', fields: [...articleFields, format] },
    })
    return visitor
  }

  journey(
    'problems stand beside their fields on leaving them, and above the form with a way there',
    async () => {
      const visitor = await visit()
      const { page } = visitor
      const data = { title: 'Problems' }
      await manageAs(page, 'POST', '/entries', {
        collection: 'articles',
        id: 'problems',
        slug: 'taken',
        data,
      })
      const faulty = { ...data, cover: { url: 'https://pictures.example/a.png' } }
      await manageAs(page, 'POST', '/entries', {
        collection: 'articles',
        id: 'faulty',
        slug: 'faulty',
        data: faulty,
      })
      await openEntry(visitor, 'articles', 'faulty')
      await page.getByText('External image: no preview.').waitFor()
      const link = page.getByRole('link', { name: 'https://pictures.example/a.png' })
      expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual([
        'noopener noreferrer',
        '_blank',
      ])
      const choices = page.locator('[data-path="/data/format"]')
      expect(await choices.getByRole('radio').count()).toBe(1)
      expect(await choices.getByRole('radio', { checked: true }).count()).toBe(0)
      const score = page.getByLabel('Score')
      await score.pressSequentially('-1')
      expect(await score.getAttribute('aria-invalid')).not.toBe('true')
      await page.getByLabel('Title', { exact: true }).fill('')
      await page.getByLabel('Summary').focus()
      await page.getByText('Score must be at least 0.', { exact: true }).waitFor()
      expect(await score.getAttribute('aria-invalid')).toBe('true')
      const summary = page.getByRole('region', { name: 'Before this can be published' })
      await summary.getByRole('button', { name: 'Title is required' }).waitFor()
      await expectAccessible(visitor)
      await summary.getByRole('button', { name: 'Title is required' }).click()
      expect(await page.locator(':focus').getAttribute('id')).toBe('field:/data/title')

      await score.fill('9007199254740993')
      await page.getByLabel('Summary').fill('Saved beside it')
      await awaitStatus(page, 'Not saved: check Score')
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await page.getByRole('dialog').getByText('Some values were not accepted.').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Score', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.locator('[id="field:/data/score"]:focus').waitFor()
      visitor.expects('409 PATCH /api/v1/entries/faulty')
      await page.getByRole('button', { name: 'Edit slug' }).click()
      await page.getByLabel('Slug').fill('taken')
      await page.getByRole('button', { name: 'Use taken-2' }).click()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText('/articles/taken-2').waitFor()
      await page.reload()
      await visitor.settle()
      expect(await score.inputValue()).toBe('9007199254740993')
      await score.fill('9007199254740991')
      await awaitStatus(page, savedAt)
      expect(await readEntry(page, 'faulty')).toMatchObject({
        slug: 'taken-2',
        data: { score: 9007199254740991, summary: 'Saved beside it' },
      })
    },
  )

  const folder = makeFolder()
  const importLines = async (...lines: readonly object[]) => {
    const file = join(folder, 'import.ndjson')
    await Bun.write(file, lines.map(line => JSON.stringify(line)).join('\n'))
    const { exitCode, stderr } = await fixture.commands.run(['import', file, '--space', 'demo'])
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
  }
  const olds = {
    ...{ type: 'collection', apiName: 'olds', name: 'Olds' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'score', type: 'integer' },
      { apiName: 'body', type: 'richText' },
      { apiName: 'cover', type: 'asset' },
    ],
  }

  journey('an import while somebody types is a conflict where both have changed a field', async () => {
    const visitor = await visit()
    const { page } = visitor
    const entry = { type: 'entry', collection: 'olds', id: 'imported', slug: 'imported' }
    const cover = { url: 'javascript:alert(1)' }
    const body = { format: 'someEditor', children: [{ text: 'Of another editor' }] }
    await importLines(olds, { ...entry, data: { title: 'Old', body, cover } })
    await page.route('**/api/v1/entries/imported', async route => {
      if (route.request().method() !== 'GET') return route.continue()
      // As if it were of a time when the field had another type.
      const response = await route.fetch()
      const { doc } = (await response.json()) as { doc: { data: object } }
      return route.fulfill({ response, json: { doc: { ...doc, data: { ...doc.data, score: 'many' } } } })
    })
    await openEntry(visitor, 'olds', 'imported')
    await page.getByText('Of another editor').first().waitFor()
    await page.getByText('This value does not fit the field.').waitFor()
    expect(await page.getByRole('main').locator('img, a[href^="javascript"]').count()).toBe(0)
    await expectAccessible(visitor)
    await page.unroute('**/api/v1/entries/imported')

    visitor.expects('409 PATCH /api/v1/entries/imported')
    await page.getByLabel('Title', { exact: true }).fill('Mine')
    await page.route(
      '**/api/v1/entries/imported',
      async route => {
        await importLines(olds, { ...entry, data: { title: 'Of the import', body, cover } })
        await route.continue()
      },
      { times: 1 },
    )
    const conflict = page.getByRole('group', { name: 'Conflict in Title' })
    await conflict.waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine')
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'imported')).data).toMatchObject({
      title: 'Mine',
      score: null,
      body,
      cover,
    })
  })

  journey('in an entry of 100 fields and a long text each field is typed into as in any other', async () => {
    const visitor = await visit()
    const { page } = visitor
    const fields = Array.from({ length: 100 }, (_, index) => ({
      ...{ apiName: `f${index}`, name: `Field ${index}`, type: 'text', multiline: index % 10 === 0 },
    }))
    await manageAs(page, 'POST', '/collections', { apiName: 'forms', name: 'Forms', fields })
    const data = Object.fromEntries(fields.map(({ apiName, name }) => [apiName, `${name} `.repeat(200)]))
    await manageAs(page, 'POST', '/entries', { collection: 'forms', id: 'form', data })
    await openEntry(visitor, 'forms', 'form')
    await page.evaluate(countChanges)
    const field = page.getByLabel('Field 57', { exact: true })
    await field.press('Control+End')
    await field.pressSequentially('and more')
    // A key changes the input, and the state of saving once: nothing of the other fields.
    expect(await page.evaluate('globalThis.changedFields')).toEqual(['/data/f57'])
    await awaitStatus(page, savedAt)
    expect(String((await readEntry(page, 'form')).data.f57)).toEndWith('and more')
    // The panel stays beside it, and scrolls by itself.
    const panel = page.getByRole('complementary', { name: 'About this entry' })
    const box = await panel.boundingBox()
    expect([box?.y, box?.height]).toEqual([54, 800 - 54])
  })

  journey('who may not write sees the entry and why; so does everybody of an archived one', async () => {
    const visitor = await visit()
    const { page } = visitor
    const data = { title: 'To look at', kind: 'news' }
    await manageAs(page, 'POST', '/entries', { collection: 'articles', id: 'looked-at', data })
    const other = await fixture.visit({ as: await fixture.createUser('paul@example.com', 'member') })
    await openEntry(other, 'articles', 'looked-at')
    await other.page.getByText('You can read this.').waitFor()
    expect(await other.page.getByText(/read this|read-only|can publish this/).count()).toBe(1)
    const look = await other.page.evaluate<string>(
      "getComputedStyle(document.getElementById('field:/data/score')).borderTopStyle",
    )
    expect(look).toBe('dashed')
    expect(await other.page.getByLabel('Title', { exact: true }).isEditable()).toBe(false)
    expect(await other.page.getByRole('radio', { name: 'News' }).isDisabled()).toBe(true)
    expect(await other.page.getByRole('button', { name: 'Edit slug' }).count()).toBe(0)
    await expectAccessible(other)
    await manageAs(page, 'POST', '/entries/looked-at/archive', { draftVersion: 1 })
    await openEntry(visitor, 'articles', 'looked-at')
    await page.getByText('This entry is archived, and cannot be changed.').waitFor()
    expect(await page.getByLabel('Title', { exact: true }).isEditable()).toBe(false)
  })
})

/** The paths of the fields whose elements change. */
const countChanges = `{
  const changed = new Set()
  globalThis.changedFields = []
  const observe = records => {
    for (const { target } of records) {
      const path = target.parentElement?.closest('[data-path]')?.dataset.path
      if (path) changed.add(path)
    }
    globalThis.changedFields = [...changed]
  }
  const options = { subtree: true, childList: true, characterData: true, attributes: true }
  new MutationObserver(observe).observe(document.querySelector('.entry-form'), options)
}`
