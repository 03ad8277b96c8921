// Journeys through references in the entry editor: found, made and ordered by keyboard alone, and what is said of those
// that readers do not see.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectFocus } from '../kit/browser/page-checks.ts'
import { openInputs } from './inputs-page.ts'
import { manageAs } from './manage-as.ts'

const people = {
  apiName: 'people',
  name: 'People',
  type: 'reference',
  to: ['authors', 'categories'],
  many: true,
} as const
const author = { apiName: 'author', name: 'Author', type: 'reference', to: ['authors'] } as const

describeInBrowser('references', (fixture, journey) => {
  journey(
    'the title of a new entry stays while another field is visited, whose picker opens at once',
    async () => {
      const shown = [
        { field: author, value: null },
        { field: people, value: [] },
      ]
      const { page } = await openInputs(fixture, shown)
      await page.getByRole('button', { name: 'Choose entry' }).click()
      await page.getByRole('button', { name: 'Create an entry in Authors …' }).click()
      // It is called what the collection calls it.
      const title = page.getByRole('textbox', { name: 'Name of the new entry in Authors' })
      await title.fill('Grace Brewster Hopper')
      await page.getByRole('button', { name: 'Add entry' }).click()
      await page.getByRole('combobox', { name: 'Search entries for People' }).waitFor()
      expect(await title.inputValue()).toBe('Grace Brewster Hopper')
    },
  )

  journey('several are found and one is made without leaving the keyboard, and each is said', async () => {
    const shown = [
      { field: people, value: [] },
      { field: author, value: { id: 'author-fiachra-o-lonain' } },
    ]
    const { page, visitor, values } = await openInputs(fixture, shown)
    const said = (text: string) =>
      page.getByRole('status').getByText(text).first().waitFor({ state: 'attached' })
    const ids = async () => ((await values()).people as { id: string }[]).map(({ id }) => id)

    await page.getByRole('link', { name: 'Fiachra Ó Lonáin (opens in a new tab)' }).waitFor()
    await page.getByRole('button', { name: 'Add entry' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('loam')
    await said('1 entry found.')
    const search = page.getByRole('combobox', { name: 'Search entries for People' })
    const option = page.getByRole('option', { name: /Edwin Loam/ })
    expect(await search.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    await page.keyboard.press('Enter')
    await said('Edwin Loam added.')
    await page.keyboard.type('novels')
    await page.keyboard.press('Enter')
    await said('Novels added.')
    await page.keyboard.type('crime')
    await page.keyboard.press('Enter')
    await said('Crime added.')
    await expectAccessible(visitor)

    // Enter and the arrows are for what was found: without results they do nothing.
    await page.keyboard.type('Ada Nobody')
    await said('No results for “Ada Nobody”.')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await ids()).toHaveLength(3)
    await page.keyboard.press('Tab')
    await expectFocus(page, 'textContent', 'Create “Ada Nobody” …')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ada Nobody')
    await expectAccessible(visitor)
    await page.keyboard.press('Enter')
    await said('Ada Nobody added.')
    // The search begins anew, and the new entry is among what was changed last.
    await page.getByRole('option', { name: /^Ada Nobody/, selected: true }).waitFor()
    expect(await search.inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await page.getByText('One is a draft: readers see it once it is published.').waitFor()
    const made = (await ids()).at(-1)!
    expect(await ids()).toEqual(['author-edwin-loam', 'category-novels', 'category-crime', made])
    // The focus is where the search was opened.
    await expectFocus(page, 'textContent', 'Add entry')

    await page.getByRole('button', { name: 'Move Crime, place 3 of 4' }).focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await said('Crime moved to place 2 of 4.')
    expect(await ids()).toEqual(['author-edwin-loam', 'category-crime', 'category-novels', made])
    await page.getByRole('button', { name: 'Remove Novels' }).press('Enter')
    await said('Novels removed.')
    expect(await ids()).toEqual(['author-edwin-loam', 'category-crime', made])

    await page.getByRole('button', { name: 'Change' }).press('Enter')
    await page.keyboard.type('wiebke')
    await said('1 entry found.')
    await page.keyboard.press('Enter')
    expect((await values()).author).toEqual({ id: 'author-wiebke-hallersund' })
    await expectAccessible(visitor)
  })

  journey('no key that was meant for a result makes an entry', async () => {
    const { page, values } = await openInputs(fixture, [{ field: author, value: null }])
    const count = async () => (await manageAs(page, 'GET', '/entries?collection=authors')).list.length
    const before = await count()
    await page.getByRole('button', { name: 'Choose entry' }).press('Enter')
    await page.keyboard.type('loam')
    await page.getByText('1 entry found.').waitFor()
    // From the only hit, the arrows lead back to it.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Edwin Loam/ }).waitFor()
    expect((await values()).author).toEqual({ id: 'author-edwin-loam' })
    expect(await count()).toBe(before)
    // One that is made in place is asked for its title, and then is the value.
    await page.getByRole('button', { name: 'Change' }).press('Enter')
    await page.getByRole('button', { name: 'Create an entry in Authors …' }).click()
    const create = page.getByRole('button', { name: 'Create', exact: true })
    expect(await create.isDisabled()).toBe(true)
    await page.keyboard.type('Grace Unknown')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Grace Unknown/ }).waitFor()
    expect(await count()).toBe(before + 1)
  })

  journey('an entry may refer to itself, but is offered last and not by Enter', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    // The newest is found first where nothing is searched for.
    const data = { name: 'Almanacs' }
    await manageAs(page, 'POST', '/entries', { collection: 'categories', id: 'almanacs', data })
    await page.goto('/s/demo/content/categories/almanacs')
    await page.getByRole('button', { name: 'Choose entry' }).click()
    await page.getByRole('option', { name: /^Almanacs/ }).waitFor()
    const names = await page.getByRole('listbox').getByRole('option').allTextContents()
    expect([names.length > 1, names.at(-1)]).toEqual([true, expect.stringContaining('Almanacs')])
    const search = page.getByRole('combobox', { name: /^Search entries/ })
    await search.fill('almanacs')
    await page.getByText('1 entry found.').waitFor()
    expect(await search.getAttribute('aria-activedescendant')).toBeNull()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Almanacs \(opens/ }).waitFor()
  })

  journey('one that was made in place and is published with the entry is no draft any more', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    const fields = [
      { apiName: 'title', type: 'text', name: 'Title' },
      { apiName: 'next', type: 'reference', name: 'Next', to: ['letters'] },
    ]
    await manageAs(page, 'POST', '/collections', { apiName: 'letters', name: 'Letters', fields })
    await manageAs(page, 'POST', '/entries', { collection: 'letters', id: 'one', data: { title: 'One' } })
    await page.goto('/s/demo/content/letters/one')
    await page.getByRole('button', { name: 'Choose entry' }).click()
    await page.getByRole('combobox', { name: /^Search entries/ }).fill('Two')
    const main = page.getByRole('navigation', { name: 'Main' })
    const letters = main.getByRole('link', { name: /^Letters/ })
    expect(await letters.textContent()).toBe('Letters1 entry')
    // The search text is only proposed: nothing is created before the title is confirmed.
    await page.getByRole('button', { name: 'Create “Two” in Letters …', exact: true }).click()
    const title = page.getByRole('textbox', { name: 'Title of the new entry in Letters' })
    expect(await title.inputValue()).toBe('Two')
    await title.press('Escape')
    expect(await letters.textContent()).toBe('Letters1 entry')
    await page.getByRole('button', { name: 'Create “Two” in Letters …', exact: true }).click()
    await title.press('Enter')
    await letters.getByText('2 entries').waitFor()
    const next = page.getByRole('group', { name: 'Next' })
    await next.getByText('It is a draft: readers see it once it is published.').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Publish it too').check()
    await dialog.getByRole('button', { name: 'Publish 2 entries' }).click()
    await dialog.waitFor({ state: 'detached' })
    await next.getByText('Published', { exact: true }).waitFor()
    expect(await next.getByText(/draft/i).count()).toBe(0)
  })

  journey('of entries that are missing or archived are said to be, and stay as they are', async () => {
    const value = [{ id: 'gone' }, { id: 'shelved' }, { collection: 'authors', slug: 'nobody' }]
    const many = {
      field: people,
      value: [...value, ...Array.from({ length: 120 }, () => ({ id: 'author-edwin-loam' }))],
    }
    const { page, values, changes } = await openInputs(fixture, [many])
    await manageAs(page, 'POST', '/entries', {
      collection: 'authors',
      id: 'shelved',
      data: { name: 'Shelved' },
    })
    await manageAs(page, 'POST', '/entries/shelved/archive', { draftVersion: 1 })
    await page.reload()
    await page.getByRole('link', { name: /Shelved/ }).waitFor()
    await page.getByText('One is archived, so readers do not see it.').waitFor()
    await page.getByText('2 do not exist.').waitFor()
    await page.getByText('authors/nobody').waitFor()
    expect([await changes(), (await values()).people]).toEqual([0, many.value])
    // A long list is shown a hundred at a time.
    await page.getByRole('button', { name: 'Show 23 more of 123' }).click()
    expect(await page.getByRole('link', { name: /Edwin Loam/ }).count()).toBe(120)
  })
})
