// Tables of people and keys: whole at each width, rows one below the other where they do not fit, and still tables.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser, type Visitor } from '../kit/browser/browser.ts'
import { expectAccessible, expectWhole } from '../kit/browser/page-checks.ts'

const longEmail = 'maximiliane.featherstonehaugh-cholmondeley@publishing.example.com'

/** What scrolls sideways inside of the page, as its tags and classes. */
function findSideways(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('main, main *')]
    .filter(one => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
    .filter(one => one.scrollWidth > one.clientWidth)
    .map(one => [one.tagName, one.className].join('.'))`)
}

/** In how many lines each text with an e-mail stands that the page shows. */
function countEmailLines(page: Page): Promise<readonly (readonly [text: string, lines: number])[]> {
  return page.evaluate(`(() => {
    const found = []
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { nodeValue, parentElement } = texts.currentNode
      if (!/@/.test(nodeValue) || !parentElement.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      found.push([nodeValue, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size])
    }
    return found
  })()`)
}

describeInBrowser('tables', (fixture, journey) => {
  const open = async (): Promise<Visitor> => {
    const visitor = await fixture.visit({ as: await fixture.createUser(longEmail, 'owner') })
    await fixture.createUser('ada@example.com', 'member')
    return visitor
  }
  const post = async ({ page }: Visitor, path: string, data: object) => {
    const response = await page.request.post(path, { data, headers: { Origin: fixture.url } })
    expect(response.status()).toBe(201)
    return (await response.json()) as { doc: { id: string } }
  }

  journey('of members and invitations are whole, and nothing of them has to be scrolled to', async () => {
    const visitor = await open()
    const { page } = visitor
    await post(visitor, '/api/dashboard/invitations', { email: `guest.${longEmail}`, role: 'member' })
    await expectWhole(visitor, '/s/demo/settings/members', 'members-table')
    for (const width of [320, 360, 600, 800, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await visitor.settle()
      expect([width, await findSideways(page)]).toEqual([width, []])
      const table = page.getByRole('table', { name: 'Members' })
      expect(await table.getByRole('columnheader').allTextContents()).toEqual([
        'E-mail',
        'Role',
        'Joined',
        'Actions',
      ])
      const row = table.getByRole('row').filter({ hasText: 'ada@example.com' })
      expect(await row.getByRole('rowheader').getByText('ada@example.com', { exact: true }).count()).toBe(1)
      expect(await row.getByRole('cell').count()).toBe(3)
      await row.getByRole('cell', { name: 'Member', exact: true }).waitFor()
      await row.getByRole('button', { name: 'Remove ada@example.com' }).click({ trial: true })
      await page
        .getByRole('table', { name: 'Open invitations' })
        .getByRole('button', { name: /^Withdraw/ })
        .click({ trial: true })
    }
  })

  journey(
    'of entries are whole, as cards on a phone, and nothing of them has to be scrolled to',
    async () => {
      const visitor = await open()
      const { page } = visitor
      await page.goto('/s/demo/content/books')
      for (const width of [320, 390, 800, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await visitor.settle()
        expect([width, await findSideways(page)]).toEqual([width, []])
        const table = page.getByRole('table', { name: 'Entries' })
        expect(await table.getByRole('columnheader').allTextContents()).toEqual([
          'Select this page',
          'Title',
          'State',
          'Published',
          'Updated',
        ])
        const row = table.getByRole('row').filter({ hasText: 'slack-water' })
        await row.getByRole('rowheader', { name: 'Slack Water' }).waitFor()
        const tops = await row.getByRole('cell').evaluateAll(cells => {
          return new Set(cells.map(cell => Math.round(cell.getBoundingClientRect().top))).size
        })
        expect([width, tops > 1]).toEqual([width, width < 992])
      }
    },
  )

  journey('of API keys are whole, and an e-mail stands in one line or has a line of its own', async () => {
    const visitor = await open()
    const { page } = visitor
    const scopes = ['content.read', 'schema.read']
    const old = await post(visitor, '/api/v1/tokens/api-keys', { name: 'Old website', scopes })
    await page.request.delete(`/api/v1/tokens/api-keys/${old.doc.id}`, { headers: { Origin: fixture.url } })
    const expiresAt = new Date(Date.now() + 6 * 86_400_000).toISOString()
    await post(visitor, '/api/v1/tokens/api-keys', {
      name: 'Website of the publisher, live',
      scopes,
      expiresAt,
    })
    await expectWhole(visitor, '/s/demo/settings/api-keys', 'api-keys-table')
    for (const width of [320, 360, 800, 1190, 1200, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      await visitor.settle()
      expect([width, await findSideways(page)]).toEqual([width, []])
      const table = page.getByRole('table', { name: 'API keys' })
      expect(await table.getByRole('columnheader').count()).toBe(8)
      const row = table.getByRole('row').filter({ hasText: 'Website of the publisher' })
      expect(await row.getByRole('cell').count()).toBe(7)
      await row.getByRole('rowheader', { name: 'Website of the publisher, live' }).waitFor()
      await row.getByRole('button', { name: /^Actions/ }).click({ trial: true })
      const email = row.getByTitle(longEmail)
      expect(await email.textContent()).toBe(longEmail)
      if (width < 1200) continue
      const lines = await countEmailLines(page)
      expect(lines.length).toBeGreaterThan(0)
      expect([width, lines.filter(([, count]) => count !== 1)]).toEqual([width, []])
    }
    await expectAccessible(visitor)
  })
})
