// Building a query in rows on the page to try requests: what is sent is what the rows say, and what the server says of a
// parameter stands at its row.
import { expect } from 'bun:test'
import type { Locator } from 'playwright-core'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { sendFrom } from './send-from.ts'

const fieldOf = (row: Locator) => row.getByRole('combobox', { name: 'Field' })

describeInBrowser('Try it: queries', (fixture, journey) => {
  const open = async (search = '?collection=books') => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    await visitor.page.goto(`/s/demo/try${search}`)
    await visitor.settle()
    const { page } = visitor
    await page.getByText('With an API key').click()
    await page.getByLabel('API key', { exact: true }).fill(fixture.key)
    const row = (number: number) => page.getByRole('group', { name: `Condition ${number}`, exact: true })
    const add = async (number: number, path: string) => {
      await page.getByRole('button', { name: 'Add condition' }).click()
      await fieldOf(row(number)).fill(path)
      await row(number).getByRole('option', { name: path }).first().click()
      return row(number)
    }
    return { ...visitor, visitor, page, row, add }
  }
  const apiUrl = (query: string) => `${fixture.url}/api/v1/public/content/books?${query}`

  journey(
    'a query of rows is sent as they say; list, count and timing are shown, and curl gets the same',
    async () => {
      const { visitor, page, add } = await open()
      expect(await page.getByRole('group', { name: /^Condition/ }).count()).toBe(1)
      const first = await add(1, 'inPrint')
      expect(await first.getByLabel('Operator').locator('option').allTextContents()).toEqual([
        'eq: equals',
        'ne: differs from',
        'exists: has a value',
      ])
      expect(await first.getByLabel('Value').inputValue()).toBe('true')
      const second = await add(2, 'releasedOn')
      await second.getByLabel('Operator').selectOption('gte')
      await second.getByLabel('Value').fill('2024')
      await second.getByText('or a part: 2026, 2026-03, 2026-03-07').waitFor()
      const third = await add(3, 'price')
      await third.getByLabel('Group').selectOption('any')
      await third.getByLabel('Operator').selectOption('lt')
      await third.getByLabel('Value').fill('10')
      const fourth = await add(4, 'author.name')
      await fourth.getByLabel('Group').selectOption('any')
      await fourth.getByLabel('Operator').selectOption('prefix')
      await fourth.getByLabel('Value').fill('rag')
      const pick = async (picker: string, name: string) => {
        await page.getByRole('combobox', { name: picker, exact: true }).fill(`(${name})`)
        await page.getByRole('option', { name: `(${name})` }).click()
      }
      await pick('Sort by', 'releasedOn')
      await page.getByLabel('Direction of releasedOn').selectOption('Newest first')
      await pick('Then by', 'title')
      await pick('Fields to return', 'title')
      await pick('Fields to return', 'releasedOn')
      await page.keyboard.press('Escape')
      await expectAccessible(visitor)

      const query =
        'filter[inPrint]=true&filter[releasedOn][gte]=2024&any[price][lt]=10&any[author.name][prefix]=rag' +
        '&sort=-releasedOn,title&fields=title,releasedOn'
      const { status, url, readBody } = await sendFrom(page)
      expect([status, url]).toEqual([200, apiUrl(query)])
      const body = await readBody()
      const { list, count } = JSON.parse(body) as { list: { data: { releasedOn: string } }[]; count: number }
      const released = list.map(({ data }) => data.releasedOn)
      expect(count).toBeGreaterThan(1)
      expect(released).toEqual(released.toSorted().reverse())
      await page.getByText(`count ${count}`, { exact: true }).waitFor()
      await page.getByText(/^cache;desc=miss, db;dur=/).waitFor()
      expect(await page.getByRole('region', { name: 'Address' }).textContent()).toContain(
        `GET /api/v1/public/content/books?${query}`,
      )
      await expectAccessible(visitor)

      await page.getByRole('tab', { name: 'curl' }).click()
      const script = await page.getByRole('region', { name: 'The request as curl' }).textContent()
      expect(script).toStartWith('curl -g ')
      const shell = Bun.spawn(['sh', '-c', script!], {
        env: { PATH: process.env.PATH ?? '', FRONTLIST_KEY: fixture.key },
        stderr: 'ignore',
      })
      expect(await new Response(shell.stdout).text()).toBe(body)
      await page.getByRole('tab', { name: 'fetch' }).click()
      await page.getByRole('tabpanel').getByText(apiUrl(query)).waitFor()

      await page.reload()
      await visitor.settle()
      expect(await page.getByRole('group', { name: 'Condition 4' }).getByLabel('Value').inputValue()).toBe(
        'rag',
      )
    },
  )

  journey(
    'each error stands at its row until the row changes, and a click takes the suggestion',
    async () => {
      const { visitor, page, row } = await open(
        '?collection=books&filter[prise][lt]=10&filter[inPrint]=yes&not[pages][prefix]=2&sort=-titel',
      )
      visitor.expects('400 GET /api/v1/public/content/books')
      expect((await sendFrom(page)).status).toBe(400)
      await row(1).getByText('books has no field "prise".').waitFor()
      await row(2).getByText('Must be true or false.').waitFor()
      await row(3).getByText('prefix does not apply to an integer field.').waitFor()
      const invalid = [fieldOf(row(1)), row(2).getByLabel('Value'), row(3).getByLabel('Operator')]
      for (const input of invalid) {
        expect(await input.getAttribute('aria-invalid')).toBe('true')
        const id = (await input.getAttribute('aria-describedby'))!
        expect(await page.locator(`[id="${id}"]`).textContent()).not.toBe('')
      }
      await expectAccessible(visitor)
      await page.setViewportSize({ width: 360, height: 800 })
      expect(await measureOverhang(page)).toBe(0)
      await expectAccessible(visitor)

      await row(1).getByRole('button', { name: 'Use filter[price][lt]' }).click()
      expect(await fieldOf(row(1)).inputValue()).toBe('price')
      expect(await row(1).getByLabel('Operator').inputValue()).toBe('lt')
      expect(await row(1).getByLabel('Value').inputValue()).toBe('10')
      await fieldOf(row(1)).and(page.locator(':focus')).waitFor()
      expect(await row(1).getByText('has no field').count()).toBe(0)
      await row(2).getByText('Must be true or false.').waitFor()
      await page.getByRole('button', { name: 'Use -title' }).click()
      await row(2).getByLabel('Value').selectOption('true')
      await row(3).getByLabel('Operator').selectOption('gte')
      const { status, url } = await sendFrom(page)
      expect([status, url]).toEqual([
        200,
        apiUrl('filter[price][lt]=10&filter[inPrint]=true&not[pages][gte]=2&sort=-title'),
      ])
    },
  )

  journey('rows are added and removed by keyboard, and one without a field is not sent', async () => {
    const { visitor, page, row } = await open()
    await page.getByRole('button', { name: 'Add condition' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await row(1).getByText('Choose a field, or remove the condition.').waitFor()
    await page.getByText('Nothing sent yet.').waitFor()
    await expectAccessible(visitor)
    await page.keyboard.type('tags')
    await page.keyboard.press('Escape')
    await row(1).getByLabel('Operator').selectOption('all')
    await row(1).getByLabel('Value').fill('sea,a\\,b')
    await row(1).getByRole('button', { name: 'Remove condition 1' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.getByRole('group', { name: 'Condition 1' }).count()).toBe(0)
    const focused = page.locator('*:focus')
    expect(await focused.textContent()).toBe('Add condition')
    expect((await sendFrom(page)).url).toBe(`${fixture.url}/api/v1/public/content/books`)
  })
})
