// Journeys through blocks of components in rich text: inserted, filled in, moved, removed and brought back, and published.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type BrowserFixture, describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectSoon, measureOverhang } from '../kit/browser/page-checks.ts'
import { components } from './block-models.ts'
import { awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

const articles = {
  apiName: 'articles',
  name: 'Articles',
  titleField: 'title',
  fields: [
    { apiName: 'title', type: 'text', name: 'Title' },
    {
      ...{ apiName: 'body', type: 'richText', format: 'portableText', name: 'Body' },
      of: ['opener', 'saying', 'section'],
    },
  ],
} as const

const paragraph = (key: string, text: string) => ({
  ...{ _type: 'block', _key: key, style: 'normal', markDefs: [] },
  children: [{ _type: 'span', _key: `${key}s`, text, marks: [] }],
})

interface Part {
  readonly _type: string
  readonly component?: string
  readonly data?: Readonly<Record<string, unknown>>
}

let count = 0

async function openArticle(fixture: BrowserFixture, body: readonly object[]) {
  const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
  const { page } = visitor
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/s/demo')
  for (const model of [...components, articles]) await manageAs(page, 'POST', '/collections', model)
  count++
  const id = `article-${count}`
  const data = { title: 'An article', body }
  await manageAs(page, 'POST', '/entries', { id, collection: 'articles', slug: id, data })
  await openEntry(visitor, 'articles', id)
  const stored = async () => {
    await awaitStatus(page, savedAt)
    const parts = (await readEntry(page, id)).data.body as readonly Part[]
    return parts.map(({ _type, component, data: values }) =>
      component ? `${component} ${titleOf(values!)}` : _type,
    )
  }
  return { visitor, page, id, stored, text: page.getByRole('textbox', { name: 'Body' }) }
}

const titleOf = (values: Readonly<Record<string, unknown>>) => String(values.heading ?? values.text ?? '')

async function press(page: Page, ...keys: readonly string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

describeInBrowser('blocks in rich text', (fixture, journey) => {
  journey('are inserted and filled in by keyboard, kept, edited, undone and published', async () => {
    const { page, visitor, id, stored, text } = await openArticle(fixture, [paragraph('a', 'Before')])
    await text.focus()
    await press(page, 'Control+End', 'Alt+F10')
    await page.getByRole('button', { name: 'Insert block' }).focus()
    await press(page, 'Enter')
    const choice = page.getByRole('dialog', { name: 'Insert a block' })
    await choice.getByRole('combobox', { name: 'Component to insert' }).waitFor()
    await expectAccessible(visitor)
    await page.keyboard.type('large')
    await press(page, 'Enter')
    const form = page.getByRole('dialog', { name: 'Hero' })
    const heading = form.getByRole('textbox', { name: 'Heading' })
    await heading.waitFor()
    await expectSoon(() => heading.evaluate(element => element === document.activeElement), true)
    await page.keyboard.type('Tide Tables')
    expect(await form.getByRole('textbox', { name: 'Height' }).inputValue()).toBe('400')
    await expectAccessible(visitor)
    await form.getByRole('button', { name: 'Done' }).focus()
    await press(page, 'Enter')
    await form.waitFor({ state: 'detached' })
    expect(await stored()).toEqual(['block', 'opener Tide Tables'])

    await page.reload()
    const card = page.locator('.rich-text-block')
    await card.getByText('Tide Tables').waitFor()
    await expectAccessible(visitor)
    await card.getByRole('button', { name: 'Open Hero “Tide Tables”' }).click()
    await heading.fill('Ebb')
    await form.getByRole('button', { name: 'Done' }).click()
    await form.waitFor({ state: 'detached' })
    await expectSoon(stored, ['block', 'opener Ebb'])
    await press(page, 'Control+z')
    await expectSoon(stored, ['block', 'opener Tide Tables'])

    await card.click({ position: { x: 4, y: 4 } })
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expectSoon(stored, ['block'])
    await press(page, 'Control+z')
    await expectSoon(stored, ['block', 'opener Tide Tables'])

    await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Publish/ }).click()
    await dialog.waitFor({ state: 'detached' })
    const headers = { Authorization: `Bearer ${fixture.key}` }
    const response = await fetch(`${fixture.url}/api/v1/public/content/articles/${id}`, { headers })
    const { doc } = (await response.json()) as { doc: { data: { body: readonly Part[] } } }
    expect(doc.data.body[1]).toMatchObject({
      ...{ _type: 'component', component: 'opener' },
      data: { heading: 'Tide Tables', height: 400, picture: null, book: null },
    })
  })

  journey('are moved, copied, and lead to the problems inside of them, on a phone too', async () => {
    const block = (key: string, component: string, data: object) => ({
      _type: 'component',
      _key: key,
      component,
      data,
    })
    const inner = { title: 'More', items: [{ component: 'opener', key: 'o', data: {} }] }
    const { page, visitor, id, stored, text } = await openArticle(fixture, [
      paragraph('a', 'Before'),
      block('q', 'saying', { text: 'The sea is patient.' }),
      block('s', 'section', inner),
      paragraph('z', 'After'),
    ])
    const cards = page.locator('.rich-text-block')
    await cards.nth(0).getByText('The sea is patient.').waitFor()
    await cards.nth(1).getByRole('button', { name: '1 problem in Section “More”: go to the first' }).click()
    const form = page.getByRole('dialog', { name: 'Section “More”' })
    const heading = form.getByRole('textbox', { name: 'Heading' })
    await expectSoon(() => heading.evaluate(element => element === document.activeElement), true)
    await expectAccessible(visitor)
    await page.keyboard.type('Waves')
    await press(page, 'Escape')
    await form.waitFor({ state: 'detached' })
    await expectSoon(() => cards.nth(1).getByRole('button').count(), 1)

    await cards.nth(0).click({ position: { x: 4, y: 4 } })
    await press(page, 'Enter')
    const saying = page.getByRole('dialog', { name: 'Quote “The sea is patient.”' })
    await saying.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
    await press(page, 'Escape')
    await saying.waitFor({ state: 'detached' })
    await press(page, 'Control+x')
    await expectSoon(stored, ['block', 'section ', 'block'])
    await text.focus()
    await press(page, 'Control+End', 'Control+v')
    await expectSoon(stored, ['block', 'section ', 'block', 'saying The sea is patient.'])
    const { data } = await readEntry(page, id)
    expect((data.body as readonly Part[])[1]!.data).toMatchObject({
      items: [{ component: 'opener', key: 'o', data: { heading: 'Waves' } }],
    })

    await page.setViewportSize({ width: 390, height: 800 })
    await cards.nth(0).click({ position: { x: 4, y: 4 } })
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    await expectAccessible(visitor)
    expect(await measureOverhang(page)).toBe(0)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await form.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    expect(await measureOverhang(page)).toBe(0)
  })
})
