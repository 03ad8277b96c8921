// The first minutes with a new server: from the printed link to the first response.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectWhole } from '../kit/browser/page-checks.ts'

describeInBrowser('set-up', (fixture, journey) => {
  journey('the page of the printed link is whole at each width and in each scheme', async () => {
    const visitor = await fixture.visit()
    await expectWhole(visitor, fixture.setupUrl, 'setup-open')
    await visitor.page.getByLabel('E-mail').waitFor()
  })

  journey('the printed link leads to an owner, a key, and a response to a request with it', async () => {
    const visitor = await fixture.visit()
    const { page } = visitor
    await page.goto(fixture.setupUrl)
    await visitor.settle()
    expect(page.url()).toBe(`${fixture.url}/setup?space=demo`)
    expect(await page.getByLabel('Space').inputValue()).toBe('demo')
    await expectAccessible(visitor)
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: /^Good / }).waitFor()

    await page.getByRole('button', { name: 'Make your first request' }).click()
    expect(await page.getByText('Make your first request').count()).toBe(1)
    await page.getByRole('main').getByRole('link', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Website')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    const secret = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()
    const response = await fetch(`${fixture.url}/api/v1/public/content/books?perPage=1`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
    expect(response.status).toBe(200)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()

    await page.getByRole('link', { name: 'Try it', exact: true }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('200 OK', { exact: true }).waitFor()
  })

  journey('without its secret, the page of set-up says where the link is', async () => {
    const fresh = await fixture.visit()
    await fresh.page.goto(fixture.setupUrl.split('#')[0] ?? '')
    await fresh.settle()
    expect(await fresh.page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Set/)
    await expectAccessible(fresh)
  })
})

describeInBrowser('set-up that is done', (fixture, journey) => {
  journey('a link that has worked leads to sign-in', async () => {
    await fixture.createUser('grace@example.com', 'owner')
    const visitor = await fixture.visit()
    await visitor.page.goto(fixture.setupUrl)
    await visitor.page.getByRole('heading', { name: 'Set-up is complete' }).waitFor()
    await expectAccessible(visitor)
    await visitor.page.getByRole('link', { name: 'Sign in' }).click()
    await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
