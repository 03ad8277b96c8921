// What a member sees of a space: all content, and of what is not theirs a word on whom to ask.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'

describeInBrowser('a member', (fixture, journey) => {
  const open = async (path: string) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('mia@example.com', 'member') })
    await visitor.page.goto(path)
    await visitor.settle()
    return visitor
  }

  // No request that would be refused is sent: any response of 403 fails these.
  journey('is told who manages keys and members, without a request that is refused', async () => {
    const visitor = await open('/s/demo/settings/api-keys')
    const { page } = visitor
    await page.getByText('Only owners and admins can manage API keys').waitFor()
    await expectAccessible(visitor)
    await page.goto('/s/demo/settings/api-keys?create')
    await page.getByText('Only owners and admins can manage API keys').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goto('/s/demo/settings/members')
    await page.getByText('Only owners and admins can manage members').waitFor()
    await expectAccessible(visitor)
    await page.goto('/')
    await visitor.settle()
    await page.getByRole('button', { name: 'Make your first request' }).click()
    await page.getByRole('heading', { name: 'Get an API key' }).waitFor()
    await page.getByRole('region', { name: 'Ready to publish' }).waitFor()
    expect(await page.getByRole('region', { name: 'Continue editing' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'New', exact: true }).count()).toBe(0)
    await expectAccessible(visitor)
  })

  journey('with the role editor publishes, and with the role author does not', async () => {
    for (const [role, count] of [
      ['editor', 1],
      ['author', 0],
    ] as const) {
      const visitor = await fixture.visit({ as: await fixture.createUser(`${role}@example.com`, role) })
      await visitor.page.goto('/s/demo/content/books/book-marram')
      await visitor.page.getByRole('heading', { name: 'Marram', level: 1 }).waitFor()
      await visitor.settle()
      expect(await visitor.page.getByRole('button', { name: /^Publish/ }).count()).toBe(count)
      const panel = visitor.page.getByRole('complementary', { name: 'About this entry' })
      expect(await panel.getByText('An editor can publish this.').count()).toBe(1 - count)
      await expectAccessible(visitor)
    }
  })

  for (const role of ['editor', 'author'] as const) {
    journey(`with the role ${role} is told the same, and that this is the role`, async () => {
      const visitor = await fixture.visit({ as: await fixture.createUser(`${role}@example.com`, role) })
      for (const page of ['api-keys', 'members']) {
        await visitor.page.goto(`/s/demo/settings/${page}`)
        await visitor.page.getByText(`Your role in Ebb Stair Press is ${role}.`).waitFor()
        await expectAccessible(visitor)
      }
    })
  }

  journey('reads entries, and cannot change what is served', async () => {
    const visitor = await open('/s/demo/content/books/book-marram')
    const { page } = visitor
    await page.getByRole('heading', { name: 'Marram', level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: /publish/i }).count()).toBe(0)
    const response = await page.request.post('/api/v1/entries/book-marram/unpublish', {
      headers: { Origin: fixture.url },
    })
    expect(response.status()).toBe(403)
    await expectAccessible(visitor)
  })

  journey('can try a request with a key that they were given', async () => {
    const visitor = await open('/s/demo/try?collection=books')
    const { page } = visitor
    await page.getByText('With an API key').click()
    await page.getByText('An owner or admin of the space can give you one.').waitFor()
    await page.getByLabel('API key', { exact: true }).fill(fixture.key)
    await page.getByLabel('API key', { exact: true }).press('Enter')
    await page.getByText('200 OK', { exact: true }).waitFor()
    await expectAccessible(visitor)
  })
})
