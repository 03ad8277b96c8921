// The frame of all pages: the sidebar, the search of Ctrl+K, the list of shortcuts, new spaces and their names.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectFocus, measureOverhang } from '../kit/browser/page-checks.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('the frame', (fixture, journey) => {
  const open = async (path: string, role: 'owner' | 'admin' | 'author' = 'owner') => {
    const person = await fixture.createUser(`${role}@example.com`, role)
    const visitor = await fixture.visit({ as: person })
    await visitor.page.goto(path)
    await visitor.settle()
    return visitor
  }

  journey('the sidebar lists the collections with their counts, and marks where one is', async () => {
    const { page } = await open('/s/demo/content/books/book-marram')
    const main = page.getByRole('navigation', { name: 'Main' })
    const books = main.getByRole('link', { name: 'Books 23 entries' })
    expect(await books.getAttribute('aria-current')).toBe('true')
    expect(await main.locator('[aria-current="page"]').count()).toBe(0)
    await books.click()
    await page.getByRole('heading', { name: 'Books', level: 1 }).waitFor()
    expect(await books.getAttribute('aria-current')).toBe('page')
    await main.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: /^Good /, level: 1 }).waitFor()
    expect(await page.getByRole('banner').getByText('Home').count()).toBe(1)
    // On a screen of 800 px everything is in sight, with the collections of the demo.
    await page.setViewportSize({ width: 1280, height: 800 })
    const isInSight = await page.evaluate<boolean>(
      `(pages => pages.scrollHeight <= pages.clientHeight)(document.querySelector('nav .sidebar-pages'))`,
    )
    expect(isInSight).toBe(true)
    // Of fifty and more, the rest is behind a link.
    for (let at = 10; at <= 52; at++) {
      const model = { apiName: `shelf-${at}`, name: `Shelf ${at}`, fields: [] }
      await manageAs(page, 'POST', '/collections', model)
    }
    await page.reload()
    await main.getByRole('link', { name: 'All collections' }).click()
    await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor()
    expect(await main.locator('a[href*="/content/"]').count()).toBe(50)
  })

  journey('on a phone the sidebar is a drawer, which a chosen page closes', async () => {
    const visitor = await open('/s/demo')
    const { page } = visitor
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 })
      await page.goto('/s/demo')
      await visitor.settle()
      await page.getByRole('button', { name: 'Menu' }).click()
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await drawer.getByRole('link', { name: 'Members' }).waitFor()
      await expectAccessible(visitor)
      await drawer.getByRole('link', { name: 'Members' }).click()
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
      await drawer.waitFor({ state: 'detached' })
      expect([width, await measureOverhang(page)]).toEqual([width, 0])
    }
  })

  journey('Ctrl+K finds entries, collections and pages, by keyboard alone, and says how many', async () => {
    const visitor = await open('/s/demo/content/books')
    const { page } = visitor
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    const field = dialog.getByRole('combobox')
    await field.waitFor()
    await page.keyboard.type('TIDE TAB')
    const option = dialog.getByRole('option', { name: /^Tide Tables/ })
    await option.waitFor()
    await dialog
      .getByRole('status')
      .filter({ hasText: /^\d+ results?$/ })
      .waitFor({ state: 'attached' })
    expect(await option.getAttribute('id')).toBe(await field.getAttribute('aria-activedescendant'))
    await expectAccessible(visitor)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Tide Tables', level: 1 }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await expectFocus(page, 'id', 'page')

    // Enter takes the best title, even if it is pressed before the results are there; slugs alone come last.
    await manageAs(page, 'POST', '/entries', {
      collection: 'reviews',
      id: 'newest',
      slug: 'tide-tables-in-brief',
      data: {},
    })
    await page.goto('/s/demo')
    await visitor.settle()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tide')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Tide Tables', level: 1 }).waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('api k')
    await dialog.getByRole('option', { name: 'API keys' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('authors')
    await dialog.getByRole('option', { name: 'Authors 14' }).waitFor()

    // What was found for the letters typed before may still be listed until the number is said.
    const results = dialog.getByRole('status').filter({ hasText: /^\d+ results$/ })
    await field.fill('tide')
    await results.waitFor({ state: 'attached' })
    const [first, second] = [dialog.getByRole('option').first(), dialog.getByRole('option').nth(1)]
    expect(await first.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowDown')
    expect(await second.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowUp')
    expect(await first.getAttribute('aria-selected')).toBe('true')
    await field.fill('no such thing anywhere')
    await dialog.getByText('No results for “no such thing anywhere”').waitFor()
    await expectAccessible(visitor)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    const search = page.getByRole('banner').getByRole('button', { name: 'Find entries by title or address' })
    await search.click()
    await field.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await search.and(page.locator(':focus')).waitFor()
  })

  journey(
    'Ctrl+K offers the words as a search of what is published, first in the collection that is open',
    async () => {
      const { page } = await open('/s/demo/content/reviews')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('lighthouse keeper')
      const offers = page
        .getByRole('group', { name: 'Search the texts of published entries' })
        .getByRole('option')
      await offers.first().waitFor()
      expect(await offers.first().textContent()).toBe('Search Reviews for “lighthouse keeper”')
      await offers.filter({ hasText: 'Books' }).click()
      await page.getByRole('heading', { name: 'Try it', level: 1 }).waitFor()
      const { searchParams } = new URL(page.url())
      expect([searchParams.get('collection'), searchParams.get('q')]).toEqual(['books', 'lighthouse keeper'])
      // Signs alone are no words.
      await page.keyboard.press('Control+k')
      await page.keyboard.type('???')
      await page.getByText('No results for “???”').waitFor()
      expect(await offers.count()).toBe(0)
    },
  )

  journey(
    'Ctrl+K begins entries, opens dialogs and changes the colours, as far as the role goes',
    async () => {
      const visitor = await open('/s/demo')
      const { page } = visitor
      const dialog = page.getByRole('dialog', { name: 'Search' })
      const act = async (words: string, name: string) => {
        await page.keyboard.press('Control+k')
        await dialog.getByRole('combobox').waitFor()
        await page.keyboard.type(words)
        await dialog
          .getByRole('group', { name: 'Actions' })
          .getByRole('option', { name, exact: true })
          .waitFor()
        await page.keyboard.press('Enter')
        await dialog.waitFor({ state: 'detached' })
      }
      await act('new boo', 'New book')
      await page.waitForURL(/\/content\/books\/[0-9A-Za-z]{20}\?new$/)
      await page.goto('/s/demo')
      await visitor.settle()
      await act('dark', 'Use dark colours')
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
      await act('invite', 'Invite a member')
      await page.getByRole('dialog').getByLabel('E-mail').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await act('keyboard', 'Show keyboard shortcuts')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()

      const author = (await open('/s/demo', 'author')).page
      await author.keyboard.press('Control+k')
      await author.keyboard.type('a')
      await author.getByRole('option', { name: 'New author' }).waitFor({ state: 'attached' })
      const names = await author.getByRole('option').allTextContents()
      expect(
        names.filter(name => /^(?:Add a collection|Invite a member|Create an API key)$/.test(name)),
      ).toEqual([])
    },
  )

  journey('pages for developers are folded away, and not shown to editors and authors', async () => {
    const { page } = await open('/s/demo')
    const main = page.getByRole('navigation', { name: 'Main' })
    const fold = main.getByRole('button', { name: 'Developers' })
    const isOpen = () => fold.getAttribute('aria-expanded')
    expect([await isOpen(), await main.getByRole('link', { name: 'API keys' }).count()]).toEqual(['false', 0])
    await fold.click()
    await main.getByRole('link', { name: 'API keys' }).waitFor()
    await fold.click()
    expect(await isOpen()).toBe('false')
    // Opening one of the pages by its address shows where one is.
    await page.goto('/s/demo/try')
    await main.getByRole('link', { name: 'Try it' }).waitFor()

    const author = (await open('/s/demo', 'author')).page
    const links = author.getByRole('navigation', { name: 'Main' })
    await links.getByRole('link', { name: 'Archive' }).waitFor()
    expect(await links.getByText(/Developers|Content model|API keys/).count()).toBe(0)
  })

  journey('there is one search: in the top bar, and on a phone beside an entry in the menu', async () => {
    const visitor = await open('/s/demo')
    const { page } = visitor
    const searches = () => page.getByRole('button', { name: /^(?:Search|Find entries)/ }).count()
    expect(await searches()).toBe(1)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Home' }).waitFor()
    expect(
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).count(),
    ).toBe(0)
    await page.goto('/s/demo/content/books/book-marram')
    await visitor.settle()
    expect(await searches()).toBe(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Find entries by title or address' }).waitFor()
  })

  journey('“Skip to content” puts the focus before the page, whose address stays', async () => {
    const { page } = await open('/s/demo/settings/members')
    await page.keyboard.press('Tab')
    await expectFocus(page, 'textContent', 'Skip to content')
    const length = await page.evaluate<number>('history.length')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'id', 'page')
    expect([new URL(page.url()).hash, await page.evaluate<number>('history.length')]).toEqual(['', length])
    await page.keyboard.press('Tab')
    // The actions of a page are in the bar above it; this is the first control of the page itself.
    await expectFocus(page, 'ariaLabel', 'Change role of owner@example.com')
  })

  journey('`?` lists the shortcuts, but is a character in a field', async () => {
    const visitor = await open('/s/demo/content/books')
    const { page } = visitor
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('?')
    const field = page.getByRole('combobox', { name: 'Find entries by title or address' })
    expect(await field.inputValue()).toBe('?')
    expect(await dialog.count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await dialog.getByText('Find entries, open pages, and do things').waitFor()
    await expectAccessible(visitor)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await dialog.waitFor()
  })

  journey('an owner creates a space and works in it at once, and renames it', async () => {
    const visitor = await open('/s/demo')
    const { page } = visitor
    const choose = async (space: string, item: string) => {
      await page.getByRole('button', { name: `Space: ${space}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose('Ebb Stair Press', 'New space')
    const dialog = page.getByRole('dialog', { name: 'New space' })
    await dialog.getByRole('button', { name: 'Create space' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await expectAccessible(visitor)
    await dialog.getByLabel('Name').fill('Harbour Books')
    await dialog.getByLabel('Slug').fill('demo')
    visitor.expects('409 POST /api/dashboard/spaces')
    await dialog.getByRole('button', { name: 'Create space' }).click()
    await dialog.getByText('The slug demo is taken. Choose another one.').waitFor()
    await dialog.getByLabel('Slug').fill('')
    await dialog.getByRole('button', { name: 'Create space' }).click()
    await page.waitForURL('**/s/harbour-books')
    await page.getByRole('link', { name: 'Import' }).waitFor()
    await choose('Harbour Books', 'Rename this space')
    const rename = page.getByRole('dialog', { name: 'Rename Harbour Books' })
    await rename.getByText('Its slug stays harbour-books').waitFor()
    await expectAccessible(visitor)
    await rename.getByLabel('Name').fill('Quay Books')
    await rename.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'Space: Quay Books' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/s/harbour-books')
  })

  journey('admins may rename their space, authors neither, and a new space is for owners', async () => {
    for (const [role, items] of [
      ['admin', ['Rename this space', 'Preview sites']],
      ['author', []],
    ] as const) {
      const { page } = await open('/s/demo', role)
      await page.getByRole('button', { name: 'Space: Ebb Stair Press' }).click()
      await page.getByRole('menuitemradio').first().waitFor()
      expect(await page.getByRole('menuitem').allTextContents()).toEqual([...items])
    }
  })
})
