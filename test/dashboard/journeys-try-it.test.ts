// Trying a request in the browser: it is the real one, and so is what the page says of the response.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { sendFrom } from './send-from.ts'

describeInBrowser('Try it', (fixture, journey) => {
  const open = async (search = '') => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    await visitor.page.goto(`/s/demo/try${search}`)
    await visitor.settle()
    await visitor.page.getByText('With an API key').click()
    await visitor.page.getByLabel('API key', { exact: true }).fill(fixture.key)
    return visitor
  }
  const apiUrl = (path: string) => `${fixture.url}/api/v1/public/content/${path}`

  journey(
    'each parameter of a list is sent as it was filled in, with the key and without the session',
    async () => {
      const visitor = await open()
      const { page } = visitor
      await page.getByText('The request is sent as a site sends it.').waitFor()
      await page.getByRole('combobox', { name: 'Collection' }).fill('books')
      await page.getByRole('option', { name: 'Books (books)' }).click()
      await page.getByLabel('Page', { exact: true }).fill('2')
      await page.getByLabel('Per page').fill('3')
      await page.getByLabel('Depth').fill('1')
      for (const id of ['readers-de', 'booksellers']) {
        await page.getByRole('combobox', { name: 'Variants' }).fill(id)
        await page.getByRole('option', { name: `(${id})` }).click()
      }
      await page.keyboard.press('Escape')
      await expectAccessible(visitor)
      const { status, url, headers } = await sendFrom(page)
      expect(status).toBe(200)
      expect(url).toBe(apiUrl('books?page=2&perPage=3&depth=1&variants=readers-de,booksellers'))
      expect(headers.authorization).toBe(`Bearer ${fixture.key}`)
      expect(headers.cookie).toBeUndefined()
      await page.getByText('of JSON').waitFor()
      await page.getByText(/over the wire, (zstd|br|gzip)/).waitFor()
      await expectAccessible(visitor)
      await page.locator('label', { hasText: 'Headers' }).click()
      await page.getByRole('row', { name: 'content-type application/json' }).waitFor()
      await expectAccessible(visitor)
    },
  )

  journey('one entry is chosen by its slug, and its variants are offered', async () => {
    const visitor = await open('?collection=books&slug=')
    const { page } = visitor
    await page.getByRole('combobox', { name: 'Slug' }).fill('tide')
    await page.getByRole('option', { name: /^tide-tables/ }).click()
    await page.getByRole('combobox', { name: 'Variants' }).click()
    await page.getByRole('option', { name: 'readers-de' }).click()
    await page.keyboard.press('Escape')
    const { url } = await sendFrom(page)
    expect(url).toBe(apiUrl('books/tide-tables?variants=readers-de'))
    await page.getByText('"Gezeitentafeln"', { exact: true }).waitFor()
    await page.locator('label', { hasText: 'Text' }).click()
    await page.getByRole('region', { name: 'The response as text' }).getByText('{"doc":{"id":').waitFor()
  })

  journey('the address holds the request without the key, and sends nothing by itself', async () => {
    const visitor = await open('?collection=books&depth=2')
    const { page } = visitor
    await sendFrom(page)
    await page.waitForURL('**/s/demo/try?collection=books&depth=2')
    expect(page.url()).not.toContain('flst_')
    const sent: string[] = []
    page.on('request', request => sent.push(new URL(request.url()).pathname))
    await page.reload()
    await visitor.settle()
    expect(await page.getByLabel('Depth').inputValue()).toBe('2')
    expect(sent.filter(path => path.startsWith('/api/v1/public/'))).toEqual([])
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      'flst_',
    )
  })

  journey('sent again with the ETag, nothing has changed', async () => {
    const visitor = await open('?collection=books')
    const { page } = visitor
    await sendFrom(page)
    const { status, headers } = await sendFrom(page, 'Send with If-None-Match')
    expect(status).toBe(304)
    expect(headers['if-none-match']).toMatch(/^".+"$/)
    await page.getByText('304 Not modified', { exact: true }).waitFor()
    await expectAccessible(visitor)
  })

  journey('an error is shown in the server’s words, beside the fields that it is about', async () => {
    const visitor = await open('?collection=books&perPage=0&depth=11')
    const { page } = visitor
    visitor.expects('400 GET /api/v1/public/content/books', '404 GET /api/v1/public/content/books/no%2Fsuch')
    await sendFrom(page)
    const alert = page.getByRole('alert').filter({ hasText: 'Invalid parameters' })
    expect(await alert.getByRole('link').getAttribute('href')).toBe(
      `${fixture.url}/docs/errors#invalid_parameters`,
    )
    expect(await page.getByLabel('Depth').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Page', { exact: true }).getAttribute('aria-invalid')).not.toBe('true')
    await expectAccessible(visitor)
    await page.getByLabel('Depth').fill('')
    await page.locator('label', { hasText: 'One entry' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Choose an entry.').waitFor()
    await page.getByRole('combobox', { name: 'Slug' }).fill('no/such')
    await sendFrom(page)
    await page.getByRole('alert').filter({ hasText: 'not found' }).waitFor()
  })

  journey('a key that is none is not sent; one that is unknown is refused', async () => {
    const visitor = await open('?collection=books')
    const { page } = visitor
    visitor.expects('401 GET /api/v1/public/content/books')
    await page.getByLabel('API key', { exact: true }).fill('')
    await page.getByLabel('API key', { exact: true }).press('Enter')
    await page.getByText('Choose or paste a key.').waitFor()
    await page.getByLabel('API key', { exact: true }).fill('schlüssel')
    await page.getByLabel('API key', { exact: true }).press('Enter')
    await page.getByText('This is not an API key.').waitFor()
    await expectAccessible(visitor)
    await page.getByLabel('API key', { exact: true }).fill('flst_unknown')
    await sendFrom(page)
    await page.getByRole('alert').filter({ hasText: 'API key invalid' }).waitFor()
  })

  journey('a key that was refused is not offered again, which is said; another one is', async () => {
    const visitor = await open('?collection=books')
    const { page } = visitor
    visitor.expects('401 GET /api/v1/public/content/books')
    await sendFrom(page)
    await page.getByRole('combobox', { name: 'API key' }).click()
    await page.getByRole('option', { name: 'Paste a key' }).click()
    await page.getByLabel('Key to paste').fill('flst_refused')
    expect((await sendFrom(page)).status).toBe(401)
    await page.getByText('The server refused flst_refused…. It has been removed from the list.').waitFor()
    expect(await page.getByLabel('Key to paste').inputValue()).toBe('')
    await expectAccessible(visitor)
    await page.getByRole('combobox', { name: 'API key' }).click()
    expect(await page.getByRole('option').allTextContents()).toEqual([
      `Pasted (${fixture.key.slice(0, 12)}…)`,
      'Paste a key',
    ])
    await page.getByRole('option', { name: /^Pasted/ }).click()
    expect(await page.getByText('The server refused').count()).toBe(0)
    expect((await sendFrom(page)).status).toBe(200)
  })

  journey('a request that takes long can be stopped', async () => {
    const visitor = await open('?collection=books')
    const { page } = visitor
    let letGo = () => {}
    const held = new Promise<void>(resolve => {
      letGo = resolve
    })
    await page.route('**/api/v1/public/content/**', async route => {
      await held
      await route.abort().catch(() => {})
    })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped before the response was complete.').waitFor()
    letGo()
    await expectAccessible(visitor)
  })

  journey('the code shows the same request, and the secret only where one asks for it', async () => {
    const visitor = await open('?collection=books&slug=tide-tables&depth=1')
    const { page } = visitor
    const panel = page.getByRole('tabpanel')
    const shown = {
      curl: apiUrl('books/tide-tables?depth=1'),
      fetch: apiUrl('books/tide-tables?depth=1'),
      TypeScript: "await client.get('books', 'tide-tables', { depth: 1 })",
    }
    for (const [language, text] of Object.entries(shown)) {
      await page.getByRole('tab', { name: language }).click()
      await panel.getByText(text).waitFor()
      expect(await panel.textContent()).toContain('FRONTLIST_KEY')
      expect(await panel.textContent()).not.toContain(fixture.key)
      await expectAccessible(visitor)
    }
    const types = panel.getByRole('region', { name: 'The types of this space' })
    expect(await types.textContent()).toContain("author: One<'authors'>")
    await page.getByLabel('Show my API key').check()
    expect(await panel.textContent()).toContain(fixture.key)
  })
})
