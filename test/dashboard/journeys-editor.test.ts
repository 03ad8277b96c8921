// Writing an entry: it is created and saved while it is typed, and nothing typed is lost, whatever the server does.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import {
  articleFields,
  awaitStatus,
  countEntries,
  openEntry,
  pictureAddress,
  readEntry,
  savedAt,
} from './editor-pages.ts'
import { manageAs } from './manage-as.ts'
import { makePicture, uploadAs } from './media-pages.ts'

const format = {
  ...{ apiName: 'format', type: 'text', name: 'Format', required: true },
  options: [{ value: 'print', name: 'Print' }],
}

describeInBrowser('the editor of an entry', (fixture, journey) => {
  const visit = async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    await visitor.page.goto('/s/demo')
    await manageAs(visitor.page, 'POST', '/collections', {
      ...{ apiName: 'articles', name: 'Articles', slugFrom: 'title', fields: articleFields },
    })
    return visitor
  }
  const write = async (id: string, data: object) => {
    const visitor = await visit()
    await manageAs(visitor.page, 'POST', '/entries', { collection: 'articles', id, data })
    await openEntry(visitor, 'articles', id)
    return visitor
  }

  journey('a new entry is stored with its first change, under a slug that follows the title', async () => {
    const visitor = await visit()
    const { page } = visitor
    await openEntry(visitor, 'articles', 'new-one?new')
    await awaitStatus(page, 'Not saved yet: start typing')
    await expectAccessible(visitor)
    await page.getByRole('link', { name: 'Articles' }).first().click()
    await page.getByRole('heading', { name: 'Articles', level: 1 }).waitFor()
    expect(await countEntries(page, 'articles')).toBe(0)

    await openEntry(visitor, 'articles', 'new-one?new')
    await page.getByLabel('Title').pressSequentially('Über die Flut')
    await awaitStatus(page, savedAt)
    await page.getByText('/articles/uber-die-flut').waitFor()
    expect(page.url()).toBe(`${fixture.url}/s/demo/content/articles/new-one`)
    await page.getByLabel('Title').fill('Über die Ebbe')
    await page.getByText('/articles/uber-die-ebbe').waitFor()
    await page.reload()
    await visitor.settle()
    expect(await page.getByLabel('Title').inputValue()).toBe('Über die Ebbe')
    await page.getByRole('heading', { name: 'Über die Ebbe', level: 1 }).waitFor()
  })

  journey('each type of field is edited with its own input, and saved as the model has it', async () => {
    const visitor = await write('types', { title: 'Types' })
    const { page } = visitor
    await page.getByLabel('Summary').fill('Two\nlines')
    await page.getByLabel('Score').fill('12.50')
    await page.getByLabel('Pages').fill('304')
    await page.getByLabel('Released').fill('2025-01-13')
    await page.getByLabel('Opens').fill('2025-01-13T09:30')
    await page.getByText('13 Jan 2025, 08:30 UTC').waitFor()
    await page.getByLabel('Featured').check({ force: true })
    await page.getByRole('radio', { name: 'Essay' }).check()
    await page.getByLabel('Options').fill('{ "a": [1, 2] }')
    await page.getByRole('button', { name: 'Use an address instead' }).click()
    await page.getByLabel('Address of the file').fill(pictureAddress)
    await page.keyboard.press('Control+s')
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'types')).data).toMatchObject({
      summary: 'Two\nlines',
      score: 12.5,
      pages: 304,
      released: '2025-01-13',
      opens: '2025-01-13T08:30:00.000Z',
      featured: true,
      kind: 'essay',
      settings: { a: [1, 2] },
      cover: { url: pictureAddress },
    })
    await expectAccessible(visitor)
  })

  journey('Hebrew runs from right to left in every input of plain text', async () => {
    const visitor = await visit()
    const { page } = visitor
    const text = 'שלום'
    const id = await uploadAs(page, await makePicture('dawn.png', '#3b5bdb', 90, 60))
    await manageAs(page, 'PATCH', `/assets/${id}`, { alt: text, title: text })
    const fields = [
      ...articleFields,
      { apiName: 'lead', type: 'text' },
      { apiName: 'photo', type: 'asset', accept: ['image/*'] },
    ]
    await manageAs(page, 'POST', '/collections', { apiName: 'hebrew', name: 'Hebrew', fields })
    const cover = { url: pictureAddress, title: text }
    const data = { title: text, summary: text, lead: text, cover, photo: { id, alt: text, title: text } }
    await manageAs(page, 'POST', '/entries', { collection: 'hebrew', id: 'peace', data })
    const read = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('main :is(input, textarea)')]
        .filter(({ value }) => value === '${text}')
        .map(input => getComputedStyle(input).direction)`)
    await openEntry(visitor, 'hebrew', 'peace')
    await page.getByPlaceholder('Title (required)').waitFor()
    expect(await read()).toEqual(Array.from({ length: 6 }, () => 'rtl'))
    await page.goto(`/s/demo/media?file=${id}`)
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    expect(await read()).toEqual(['rtl', 'rtl'])
  })

  journey('of a list, the item that is wrong is marked and no other', async () => {
    const visitor = await visit()
    const { page } = visitor
    const fields = [...articleFields, { apiName: 'sizes', name: 'Sizes', type: 'integer', many: true }]
    await manageAs(page, 'POST', '/collections', { apiName: 'sized', name: 'Sized', fields })
    const data = { title: 'Sizes', sizes: [1, 2, 3] }
    await manageAs(page, 'POST', '/entries', { collection: 'sized', id: 'sizes', data })
    await openEntry(visitor, 'sized', 'sizes')
    const items = page.getByRole('textbox', { name: /^Sizes, item/ })
    await items.nth(1).fill('2.5')
    await page.getByLabel('Title').focus()
    await page.getByText('Not saved: Sizes has an item that must be a whole number').first().waitFor()
    const marks = await items.evaluateAll(inputs => inputs.map(input => input.getAttribute('aria-invalid')))
    expect(marks).toEqual([null, 'true', null])
    await expectAccessible(visitor)
  })

  journey('each input is read out with its name, its help and its problems', async () => {
    const visitor = await visit()
    const { page } = visitor
    const fields = [...articleFields, format, { ...format, apiName: 'size', name: 'Size' }].map(field => {
      const options = Array.from({ length: 5 }, (_, index) => ({ value: `s${index}`, name: `Size ${index}` }))
      return { ...field, help: `About ${field.apiName}.`, ...(field.apiName === 'size' && { options }) }
    })
    await manageAs(page, 'POST', '/collections', { apiName: 'helped', name: 'Helped', fields })
    await manageAs(page, 'POST', '/entries', { collection: 'helped', id: 'help', data: { title: 'Help' } })
    await openEntry(visitor, 'helped', 'help')
    const read = (name: string) => page.evaluate<(string | null)[]>(`(${readOut})('field:/data/${name}')`)
    for (const { apiName } of fields) {
      if (apiName === 'title') continue
      expect([apiName, (await read(apiName))[0]]).toEqual([
        apiName,
        expect.stringContaining(`About ${apiName}.`),
      ])
    }
    await page.getByRole('radiogroup', { name: 'Kind' }).getByRole('radio', { name: 'Essay' }).check()
    await page.keyboard.press('ArrowUp')
    expect(await page.getByRole('radio', { name: 'News' }).isChecked()).toBe(true)
    await page.getByLabel('Score').fill('-1')
    await page.getByLabel('Options').fill('{"a":')
    await page.getByLabel('Title', { exact: true }).fill('')
    await page.getByLabel('Pages').focus()
    await page.getByText('Score must be at least 0.', { exact: true }).waitFor()
    expect(await read('score')).toEqual(['About score. Score must be at least 0.', 'true', null])
    expect(await read('title')).toEqual(['Title is required.', 'true', 'true'])
    expect((await read('settings')).slice(1)).toEqual(['true', null])
    expect((await read('format'))[1]).toBe('true')
    expect((await read('size'))[1]).toBe('true')
    await expectAccessible(visitor)
  })
})

/** What describes an element, whether it is invalid, and whether it is required. */
const readOut = `id => {
  const element = document.getElementById(id)
  const ids = (element.getAttribute('aria-describedby') ?? '').split(' ')
  const texts = ids.map(one => document.getElementById(one)?.textContent ?? '')
  return [texts.join(' '), element.getAttribute('aria-invalid'), element.getAttribute('aria-required')]
}`
