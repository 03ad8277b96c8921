// The list of a collection: finding entries among many, and a way on from whatever it shows.
import { expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '../../src/base/caller.ts'
import { describeInBrowser, type Visitor } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { until } from '../kit/until.ts'
import { manageAs } from './manage-as.ts'
import { watchRequests } from './watch-requests.ts'

describeInBrowser('the list of a collection', (fixture, journey) => {
  const open = async (path: string, role: Role = 'owner'): Promise<Visitor> => {
    const visitor = await fixture.visit({ as: await fixture.createUser(`${role}@example.com`, role) })
    await visitor.page.goto(path)
    await visitor.settle()
    return visitor
  }

  journey(
    'of 10,000 opens by two requests, and Back from an entry leads to its place and its row',
    async () => {
      const lines = [
        JSON.stringify({
          type: 'collection',
          apiName: 'stones',
          name: 'Stones',
          fields: [{ apiName: 'title', type: 'text' }],
        }),
        ...Array.from({ length: 10_000 }, (_, index) => {
          const title = `${index % 100 === 7 ? 'Pebble' : 'Stone'} ${String(index).padStart(5, '0')}`
          const [data, id] = [{ title }, `stone-${index}`]
          return JSON.stringify({
            type: 'entry',
            collection: 'stones',
            id,
            data,
            ...(index % 2 && { liveData: data }),
          })
        }),
      ]
      const file = join(makeFolder(), 'stones.ndjson')
      writeFileSync(file, lines.join('\n'))
      expect((await fixture.commands.run(['import', file, '--space', 'demo'])).exitCode).toBe(0)
      const visitor = await open('/s/demo/content')
      const { page } = visitor
      const requests = watchRequests(page)
      const listed = () => requests.splice(0).filter(({ path }) => path === 'GET /entries').length
      await page.goto('/s/demo/content/stones')
      await visitor.settle()
      const stones = requests.filter(({ path }) => /^GET \/(?:entries|collections\/stones)/.test(path))
      expect(stones.map(({ path }) => path).sort()).toEqual(['GET /collections/stones', 'GET /entries'])
      requests.splice(0)
      const states = page.getByRole('navigation', { name: 'States' })
      await states.getByRole('link', { name: 'All 10,000 entries' }).waitFor()
      await states.getByRole('link', { name: 'Published 5,000 entries' }).click()
      await page.getByText('5,000 entries found').waitFor()
      await page.getByRole('searchbox', { name: 'Title or address' }).fill('PEBBLE')
      await page.getByText('100 entries found').waitFor()
      // The headings of columns sort as the choice does.
      const sorted = async (name: string) =>
        page.getByRole('columnheader', { name }).getAttribute('aria-sort')
      expect([await sorted('Title'), await sorted('Updated')]).toEqual(['none', 'descending'])
      await page.getByRole('button', { name: 'Title', exact: true }).click()
      await page.getByRole('rowheader').first().filter({ hasText: 'Pebble 00007' }).waitFor()
      expect([await sorted('Title'), await sorted('Updated')]).toEqual(['ascending', 'none'])
      expect(await page.getByLabel('Sort by').inputValue()).toBe('title')
      await page.getByRole('button', { name: 'Title', exact: true }).click()
      expect(await page.getByLabel('Sort by').inputValue()).toBe('-title')
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 2' }).click()
      const rows = page.getByRole('rowheader')
      await rows.first().filter({ hasText: 'Pebble 04907' }).waitFor()
      expect(await rows.count()).toBe(50)
      const { search } = new URL(page.url())
      expect(search).toBe('?state=live&search=PEBBLE&sort=-title&page=2')
      expect(listed()).toBe(5)

      const link = page.getByRole('link', { name: 'Pebble 02007' })
      await link.focus()
      const placeBefore = await page.evaluate('scrollY')
      expect(placeBefore).toBeGreaterThan(200)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Pebble 02007', level: 1 }).waitFor()
      await page.goBack()
      await page.getByRole('link', { name: 'Pebble 02007' }).waitFor()
      await until(() => page.evaluate<boolean>(`document.activeElement?.textContent === 'Pebble 02007'`))
      await until(() => page.evaluate<boolean>(`Math.abs(scrollY - ${placeBefore}) < 3`))
      expect(new URL(page.url()).search).toBe(search)
      await page.goBack()
      await page.getByText('100 entries found').waitFor()
      expect(new URL(page.url()).search).toBe('?state=live&search=PEBBLE&sort=-title')
      await page.goto(`/s/demo/content/stones${search}&columns=created`)
      await rows.first().filter({ hasText: 'Pebble 04907' }).waitFor()
      expect(await page.getByRole('columnheader').allTextContents()).toEqual([
        'Select this page',
        'Title',
        'Created',
      ])
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'State' }).check()
      await page.getByRole('columnheader', { name: 'State' }).waitFor()
      expect(new URL(page.url()).search).toBe(
        '?state=live&search=PEBBLE&sort=-title&columns=state,created&page=2',
      )
      await expectAccessible(visitor)

      // Numbers have the separators of the browser's language.
      const as = await fixture.createUser('owner@example.com', 'owner')
      const german = await fixture.visit({ as, locale: 'de-DE' })
      await german.page.goto('/s/demo/content/stones')
      await german.page.getByRole('link', { name: 'All 10.000 entries' }).waitFor()
    },
  )

  journey(
    'says what it lacks and leads on: empty, without a title, one entry only, not found, not loaded',
    async () => {
      const visitor = await open('/s/demo/content')
      const { page } = visitor
      const bare = { apiName: 'stamps', name: 'Stamps', fields: [{ apiName: 'count', type: 'integer' }] }
      await manageAs(page, 'POST', '/collections', bare)
      await manageAs(page, 'POST', '/collections', {
        ...bare,
        apiName: 'footer',
        name: 'Footer',
        singleton: true,
      })
      await page.goto('/s/demo/content/stamps')
      await page.getByText('Stamps: nothing here yet').waitFor()
      const begin = page.getByRole('main').getByRole('link', { name: 'New stamp' })
      expect(await begin.last().getAttribute('href')).toMatch(
        /^\/s\/demo\/content\/stamps\/[0-9A-Za-z]{20}\?new$/,
      )
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByText('frontlist import FILE --space demo').waitFor()
      await expectAccessible(visitor)
      await manageAs(page, 'POST', '/entries', {
        collection: 'stamps',
        id: 's',
        slug: 'blue-penny',
        data: {},
      })
      await page.reload()
      await page.getByRole('rowheader').getByRole('link', { name: 'blue-penny' }).waitFor()
      const publishAt = new Date(Date.now() + 40 * 86_400_000).toISOString()
      await manageAs(page, 'PUT', '/entries/s/schedule', { draftVersion: 1, publishAt })
      await page.reload()
      await page.getByRole('rowheader').waitFor()
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 })
        const state = await page.locator('.entry-row .state > span').boundingBox()
        const person = await page.locator('.entry-row .person').boundingBox()
        const isApart = state!.x + state!.width <= person!.x || state!.y + state!.height <= person!.y
        expect([width, isApart]).toEqual([width, true])
        await page.getByRole('checkbox', { name: 'Select blue-penny' }).check()
        await visitor.settle()
        expect([width, await measureOverhang(page)]).toEqual([width, 0])
      }
      await expectAccessible(visitor)
      await page.setViewportSize({ width: 1280, height: 800 })
      // The list is laid out anew before the search.
      await visitor.settle()

      await page.getByRole('searchbox', { name: 'Title or address' }).fill('red')
      await page.getByText('No results for “red”').waitFor()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByRole('rowheader').waitFor()
      await page.goto('/s/demo/content/stamps?page=9')
      await page.getByText('This page does not exist').waitFor()
      await page.getByRole('button', { name: 'Go to the first page' }).click()
      await page.getByRole('rowheader').waitFor()

      let isDown = true
      await page.route('**/api/v1/entries?*', route => {
        if (!isDown) return route.fallback()
        return route.fulfill({ status: 503, json: { code: 'unavailable', detail: 'The database is busy.' } })
      })
      visitor.expects('503 GET /api/v1/entries')
      await page.reload()
      await page.getByRole('alert').filter({ hasText: 'The database is busy.' }).waitFor()
      await expectAccessible(visitor)
      isDown = false
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('rowheader').waitFor()

      await manageAs(page, 'POST', '/entries', { collection: 'footer', id: 'the-footer', data: {} })
      await page.goto('/s/demo/content/footer')
      await page.waitForURL('**/s/demo/content/footer/the-footer')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  )

  journey('has one button for filters and one line for the state of an entry on a phone', async () => {
    const visitor = await open('/s/demo/content/books')
    const { page } = visitor
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/s/demo/content/books')
      await visitor.settle()
      const toolbar = page.locator('.list-toolbar')
      // The search, the views, and the filters.
      expect(await toolbar.locator('button, input:not([type="hidden"]), select').count()).toBe(3)
      const lines = await page.evaluate<number[]>(`[...document.querySelectorAll('.entry-row')].map(row => {
        const cells = [...row.querySelectorAll('td:not(.check-cell)')].map(cell => cell.getBoundingClientRect())
        const shown = cells.filter(({ height }) => height > 0)
        return Math.max(...shown.map(({ top, height }) => top + height / 2))
          - Math.min(...shown.map(({ top, height }) => top + height / 2))
      })`)
      expect([width, lines.length, Math.max(...lines) < 4]).toEqual([width, 23, true])
      // The states wrap, so that none is cut off.
      const tabs = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.state-tab')].map(tab => Math.ceil(tab.getBoundingClientRect().right))`,
      )
      expect([tabs.length > 5, Math.max(...tabs) <= width]).toEqual([true, true])
      await toolbar.getByRole('button', { name: 'Filter and sort' }).click()
      const sheet = page.getByRole('dialog', { name: 'Filter and sort' })
      await sheet.getByLabel('Sort by').selectOption('Title, Z to A')
      await sheet.getByLabel('Updated by').selectOption('me')
      if (width === 320) await expectAccessible(visitor)
      await sheet.getByRole('button', { name: 'Show entries' }).click()
      await toolbar.getByRole('button', { name: 'Filter and sort (1)' }).waitFor()
      expect(new URL(page.url()).search).toBe('?updatedBy=me&sort=-title')
      expect([width, await measureOverhang(page)]).toEqual([width, 0])
    }
  })

  journey('is narrowed to entries that refer to one, found by its title', async () => {
    const visitor = await open('/s/demo/content/books')
    const { page } = visitor
    const filter = page.getByRole('combobox', { name: 'Refers to' })
    // At 1280 px all filters stand in one row.
    await page.setViewportSize({ width: 1280, height: 800 })
    const tops = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.list-toolbar :is(input:not([type=hidden]), select, .list-columns)')].map(one => Math.round(one.getBoundingClientRect().top))`,
    )
    expect([tops.length, new Set(tops).size]).toEqual([5, 1])
    await filter.fill('ragn')
    await page.getByRole('option', { name: 'Ragnhild Øyesvik' }).waitFor()
    await expectAccessible(visitor)
    await filter.press('ArrowDown')
    await filter.press('Enter')
    await page.getByRole('rowheader', { name: 'Halligtage' }).waitFor({ state: 'detached' })
    await page.getByRole('rowheader', { name: 'Tide Tables' }).waitFor()
    expect(new URL(page.url()).search).toBe('?references=author-ragnhild-oyesvik')
    await page.reload()
    await until(() =>
      page.evaluate<boolean>(
        `document.querySelector('[aria-label="Refers to"]')?.value === 'Ragnhild Øyesvik'`,
      ),
    )
    await filter.click()
    await page.getByRole('option', { name: 'Refers to anything' }).click()
    await page.getByRole('rowheader', { name: 'Halligtage' }).waitFor()
  })
})
