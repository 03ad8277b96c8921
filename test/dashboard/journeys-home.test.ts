// How the cache does, on the home page: with content asked by a client before, what is shown is what was answered.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser, type Stage, type Visitor } from '../kit/browser.ts'
import { expectAccessible, expectWhole } from '../kit/page-checks.ts'

const cacheOf = (page: Page) => page.getByRole('region', { name: 'Cache', exact: true })

async function open(stage: Stage, role: 'owner' | 'admin' | 'member'): Promise<Visitor> {
  const visitor = await stage.visit({ as: await stage.createUser(`${role}@example.com`, role) })
  await visitor.page.goto('/')
  await visitor.settle()
  return visitor
}

/** The list below the picture, as it reads. */
const readLegend = (page: Page) => cacheOf(page).getByRole('listitem').allTextContents()

/** What a name stands before: its figure, and what is said of it. */
const readFigure = (page: Page, name: string) =>
  cacheOf(page).locator(`div:has(> dt:text-is("${name}")) > dd`).allTextContents()

/** All minutes together: a test may take longer than one. */
async function readTable(page: Page): Promise<readonly number[]> {
  await cacheOf(page).getByRole('button', { name: 'Minute by minute' }).click()
  const table = cacheOf(page).getByRole('table', { name: 'Answers by minute, newest first' })
  const sums = [0, 0, 0]
  for (const row of (await table.getByRole('row').all()).slice(1)) {
    expect(await row.getByRole('rowheader').textContent()).toMatch(/^\d\d:\d\d$/)
    const cells = await row.getByRole('cell').allTextContents()
    for (const [place, cell] of cells.entries()) sums[place]! += Number(cell)
  }
  return sums
}

/** Pixels of each colour in the picture. */
const readHeights = (page: Page): Promise<readonly number[]> =>
  page.evaluate(`['hit', 'checked', 'miss'].map(outcome =>
    [...document.querySelectorAll('.cache-chart .cache-' + outcome)]
      .reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0))`)

/** Whether each part of a bar stands on the one below it, and all of them within the picture. */
const isStacked = (page: Page): Promise<boolean> =>
  page.evaluate(`[...document.querySelectorAll('.cache-chart g')].every(bar => {
    const { top, bottom } = bar.ownerSVGElement.getBoundingClientRect()
    const parts = [...bar.querySelectorAll('[class]')].map(part => part.getBoundingClientRect())
    return parts.every((part, place) => part.top >= top && part.bottom <= (parts[place - 1]?.top ?? bottom))
  })`)

/** The names of those numbers whose card is too small for what stands in it. */
const findCramped = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('[aria-labelledby="numbers"] section')].filter(card => {
    const end = card.getBoundingClientRect().bottom - parseFloat(getComputedStyle(card).paddingBottom)
    return [...card.children].some(child => child.getBoundingClientRect().bottom > end)
  }).map(card => card.getAttribute('aria-label'))`)

describeInBrowser('home', (stage, journey) => {
  const ask = async (path: string) => {
    const headers = { Authorization: `Bearer ${stage.key}` }
    const answer = await fetch(`${stage.url}/api/v1/public/content/${path}`, { headers })
    await answer.arrayBuffer()
    return answer.headers.get('Server-Timing')?.match(/desc=(\w+)/)?.[1]
  }

  journey('each number fits into its card, where its name takes two lines too', async () => {
    const { page } = await open(stage, 'owner')
    for (const width of [360, 800, 1100, 1400]) {
      await page.setViewportSize({ width, height: 800 })
      expect({ width, cramped: await findCramped(page) }).toEqual({ width, cramped: [] })
    }
    expect(await page.locator('[aria-labelledby="numbers"] section').count()).toBe(5)
  })

  journey('before the first request it says so, and draws nothing', async () => {
    const visitor = await open(stage, 'owner')
    const { page } = visitor
    await cacheOf(page).getByText('No requests yet', { exact: true }).waitFor()
    await cacheOf(page).getByText('Since the start').waitFor()
    expect(await readLegend(page)).toEqual([
      'Straight from the cache 0',
      'Checked after a publish 0',
      'Made anew 0',
    ])
    expect(await readHeights(page)).toEqual([0, 0, 0])
    expect(await readFigure(page, 'Memory')).toEqual([
      '0 bytes of 64 MiB',
      'Held, of what CACHE_BYTES allows',
    ])
    expect(await cacheOf(page).getByRole('button').count()).toBe(0)
    await expectAccessible(visitor)
  })

  journey('what clients got is shown as it was come by, and a publish by what it changed', async () => {
    const got: (string | undefined)[] = []
    for (let turn = 0; turn < 7; turn++) got.push(await ask('books/tide-tables'))
    got.push(await ask('books/marram'))
    expect(got).toEqual(['miss', ...Array.from({ length: 6 }, () => 'hit'), 'miss'])
    const visitor = await open(stage, 'admin')
    const { page } = visitor
    await cacheOf(page).getByText('75 %', { exact: true }).waitFor()
    await cacheOf(page).getByText('of 8 answers came from the cache').waitFor()
    expect(await readLegend(page)).toEqual([
      'Straight from the cache 6',
      'Checked after a publish 0',
      'Made anew 2',
    ])
    expect((await readFigure(page, 'Memory'))[0]).toMatch(/^\d+(\.\d)? KiB of 64 MiB$/)
    expect(await readFigure(page, 'Evicted')).toEqual(['0', 'Nothing had to make room'])

    await page.goto('/content/books/book-marram')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Served, and the same as the draft.').waitFor()
    expect([await ask('books/marram'), await ask('books/tide-tables')]).toEqual(['miss', 'checked'])
    await page.goto('/')
    await visitor.settle()
    await cacheOf(page).getByText('70 %', { exact: true }).waitFor()
    expect(await readTable(page)).toEqual([6, 1, 3])
    expect(await readFigure(page, 'Kept answers that publishes changed')).toEqual([
      '1',
      '1 by an entry in them',
    ])
    const [hit = 0, checked = 0, miss = 0] = await readHeights(page)
    expect(hit).toBeGreaterThan(miss)
    expect(miss).toBeGreaterThan(checked)
    expect(checked).toBeGreaterThan(0)
    expect(await isStacked(page)).toBe(true)
    await expectAccessible(visitor)
    await expectWhole(visitor, '/', 'home-asked')
  })

  journey('a member is not told', async () => {
    const { page } = await open(stage, 'member')
    await page.getByRole('region', { name: 'Content requests' }).waitFor()
    expect(await cacheOf(page).count()).toBe(0)
  })
})
