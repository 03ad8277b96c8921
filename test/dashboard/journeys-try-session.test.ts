// Trying a request while signed in: no key is needed, names are picked, and Send stays in sight.
import { expect } from 'bun:test'
import type { Role } from '../../src/base/caller.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { sendFrom } from './send-from.ts'

describeInBrowser('Try it: signed in', (fixture, journey) => {
  const open = async (search: string, role: Role = 'editor') => {
    const visitor = await fixture.visit({ as: await fixture.createUser(`${role}@example.com`, role) })
    await visitor.page.goto(`/s/demo/try${search}`)
    await visitor.settle()
    return visitor
  }
  const readByKey = async (path: string) => {
    const headers = { Authorization: `Bearer ${fixture.key}` }
    return (await fetch(`${fixture.url}/api/v1/public/content/${path}`, { headers })).text()
  }
  const sessionUrl = (path: string) => `${fixture.url}/api/dashboard/content/${path}`

  journey('a request is sent with the session, without any key, and gets what a key gets', async () => {
    const path = 'books?filter[inPrint]=true&perPage=2'
    const visitor = await open('?collection=books&filter[inPrint]=true&perPage=2', 'member')
    const { page } = visitor
    expect(await page.getByRole('radio', { name: 'Signed in as you' }).isChecked()).toBe(true)
    expect(await page.getByRole('textbox', { name: 'API key' }).count()).toBe(0)
    await page.getByText('Sent as member@example.com.').waitFor()
    await expectAccessible(visitor)
    const { status, url, headers, readBody } = await sendFrom(page)
    expect([status, url]).toEqual([200, sessionUrl(path)])
    expect([headers.authorization, headers['frontlist-space']]).toEqual([undefined, 'demo'])
    expect(await readBody()).toBe(await readByKey(path))
    expect(await page.getByRole('region', { name: 'Address' }).textContent()).toContain(
      `GET /api/v1/public/content/${path}`,
    )
    await page.getByText(/over the wire, (zstd|br|gzip)/).waitFor()
    expect((await sendFrom(page, 'Send with If-None-Match')).status).toBe(304)
    for (const language of ['curl', 'fetch', 'TypeScript']) {
      await page.getByRole('tab', { name: language }).click()
      const panel = page.getByRole('tabpanel')
      await panel.getByRole('region').first().waitFor()
      expect(await panel.textContent()).toContain('FRONTLIST_KEY')
      expect(await panel.textContent()).not.toContain('/api/dashboard')
      expect(await page.getByLabel('Show my API key').count()).toBe(0)
    }
  })

  journey('a search of published texts that Ctrl+K began needs no key', async () => {
    const { page } = await open('', 'author')
    await page.getByText('Sent as author@example.com.').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tide')
    const offers = page.getByRole('group', { name: 'Search the texts of published entries' })
    await offers.getByRole('option', { name: 'Search Books for “tide”' }).click()
    await page.waitForURL('**/s/demo/try?collection=books&q=tide')
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('tide')
    const { status, url, readBody } = await sendFrom(page)
    expect([status, url]).toEqual([200, sessionUrl('books?q=tide')])
    expect(JSON.parse(await readBody()).count).toBeGreaterThan(0)
  })

  journey('sort, fields and variants of a list are picked by the names that editors know', async () => {
    const visitor = await open('?collection=books')
    const { page } = visitor
    const pick = async (picker: string, option: string) => {
      await page.getByRole('combobox', { name: picker, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await pick('Sort by', 'Released on (releasedOn)')
    const direction = page.getByLabel('Direction of releasedOn')
    expect(await direction.locator('option').allTextContents()).toEqual(['Oldest first', 'Newest first'])
    await direction.selectOption('Newest first')
    await pick('Then by', 'Title (title)')
    await pick('Fields to return', 'Title (title)')
    await pick('Fields to return', 'Name (author.name)')
    await page.keyboard.press('Escape')
    await pick('Variants', 'German readers (readers-de)')
    await page.keyboard.press('Escape')
    await pick('Query variant', 'German readers (readers-de)')
    await expectAccessible(visitor)
    const query =
      'sort=-releasedOn,title&fields=title,author.name&variants=readers-de&queryVariant=readers-de'
    const { status, url } = await sendFrom(page)
    expect([status, url]).toEqual([200, sessionUrl(`books?${query}`)])
    await page.getByRole('button', { name: 'Do not sort by releasedOn' }).click()
    await page.getByRole('combobox', { name: 'Sort by' }).and(page.locator(':focus')).waitFor()
    await page.locator('label', { hasText: 'All but these' }).click()
    expect((await sendFrom(page)).url).toBe(
      sessionUrl('books?sort=title&fields=-title&variants=readers-de&queryVariant=readers-de'),
    )
  })

  journey('the variants of one entry come first, and a name that no list has can be typed', async () => {
    const visitor = await open('?collection=books&slug=the-pilots-ear')
    const { page } = visitor
    const variants = page.getByRole('combobox', { name: 'Variants' })
    await variants.click()
    await page.getByText('This entry has values for').waitFor()
    expect(await page.getByRole('option').first().textContent()).toBe('German readers (readers-de)')
    await page.getByRole('option').first().click()
    await variants.fill('nobody')
    await page.getByRole('option', { name: 'nobody' }).click()
    await page.keyboard.press('Escape')
    await page.locator('label', { hasText: 'All but these' }).click()
    await page.getByRole('combobox', { name: 'Fields to leave out' }).click()
    await page.getByRole('option', { name: 'Title (title)', exact: true }).click()
    await page.keyboard.press('Escape')
    const { status, url } = await sendFrom(page)
    expect([status, url]).toEqual([
      200,
      sessionUrl('books/the-pilots-ear?fields=-title&variants=readers-de,nobody'),
    ])
  })

  journey('Send is in sight in a wide and a narrow window, wherever the page is scrolled to', async () => {
    const visitor = await open('?collection=books&perPage=20&filter[inPrint]=true&any[price][lt]=100')
    const { page } = visitor
    await sendFrom(page)
    const isInSight = `(() => {
      const button = [...document.querySelectorAll('button')].find(each => each.textContent === 'Send')
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })()`
    for (const [width, height] of [
      [1440, 700],
      [390, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      await visitor.settle()
      const end = await page.evaluate<number>('document.documentElement.scrollHeight')
      expect(end).toBeGreaterThan(height * 1.5)
      for (const part of [0, 0.25, 0.5, 0.75, 1]) {
        await page.evaluate(`scrollTo(0, ${end * part})`)
        expect([width, part, await page.evaluate(isInSight)]).toEqual([width, part, true])
      }
      expect(await measureOverhang(page)).toBe(0)
      await expectAccessible(visitor)
    }
    // Where it is below the form, the response comes into sight.
    await page.evaluate('scrollTo(0, 0)')
    await sendFrom(page)
    await page.waitForFunction(
      `document.querySelector('section[aria-label="Address"]').getBoundingClientRect().top < 150`,
    )
  })

  journey('a session that has ended leads to sign-in', async () => {
    const visitor = await open('?collection=books')
    const { page } = visitor
    visitor.expects(/^401 GET \/api\//)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
