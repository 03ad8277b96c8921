// An address without a page: a page of the dashboard says so, to who is signed in and to who is not, and the status is 404.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'

describeInBrowser('an address without a page', (fixture, journey) => {
  for (const address of ['/nope', '/content/', '/s/demo/nope', '/SIGN-IN', '/docs/nope']) {
    journey(`shows that, with the way home: ${address}`, async () => {
      const ada = await fixture.createUser('ada@example.com', 'owner')
      for (const visitor of [await fixture.visit({ as: ada }), await fixture.visit()]) {
        const { page } = visitor
        visitor.expects(`404 GET ${address}`)
        const response = await page.goto(address)
        expect(response?.status()).toBe(404)
        await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
        expect(new URL(page.url()).pathname).toBe(address)
        // It is the same page at each address.
        if (address === '/nope') await expectAccessible(visitor)
        await page.getByRole('link', { name: 'Go to the home page' }).click()
        await page.getByRole('heading', { name: /^(?:Good .*|Sign in)$/, level: 1 }).waitFor()
      }
    })
  }
})
