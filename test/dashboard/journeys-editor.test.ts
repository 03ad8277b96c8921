// Writing an entry: it is created and saved while it is typed, and nothing typed is lost, whatever the server does.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser.ts'
import { expectAccessible } from '../kit/page-checks.ts'
import { articleFields, awaitStatus, countEntries, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

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
    await awaitStatus(page, 'Nothing to save yet')
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
    await page.getByLabel('Address of the file').fill('/demo/covers/contraband-weather.svg')
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
      cover: { url: '/demo/covers/contraband-weather.svg' },
    })
    await expectAccessible(visitor)
  })
})
