// API keys from making to revoking, each change seen by the requests that the key is for.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { ApiKeyView } from '../../src/keys/keys.schema.ts'
import { type BrowserFixture, describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'

const day = 86_400_000

/** Fills the dialog of a new key, and is back at the table. */
async function createKey(page: Page, name: string, expiry = '365'): Promise<string> {
  await page.getByRole('button', { name: 'Create API key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Expires').selectOption(expiry)
  if (expiry === 'date') await dialog.getByLabel('Last day').fill('2031-05-17')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  return takeSecret(page)
}

async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const secret = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await dialog.waitFor({ state: 'detached' })
  return secret
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString()

describeInBrowser('API keys', (fixture, journey) => {
  const open = async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    await visitor.page.goto('/s/demo/settings/api-keys')
    await visitor.settle()
    return visitor
  }

  journey('a key can be made with each expiry that is offered', async () => {
    const { page } = await open()
    for (const expiry of ['7', '30', '90', '365', 'date', 'never'])
      await createKey(page, `For ${expiry}`, expiry)
    const made = await listKeys(page)
    const expiryOf = (name: string) => made.find(key => key.name === name)?.expiresAt ?? null
    for (const days of [7, 30, 90, 365]) {
      const left = Date.parse(expiryOf(`For ${days}`) ?? '') - Date.now()
      expect(Math.abs(left - days * day)).toBeLessThan(day / 24)
    }
    // The last moment of that day where the browser is: in Oslo, in summer.
    expect(expiryOf('For date')).toBe('2031-05-17T21:59:59.999Z')
    expect(expiryOf('For never')).toBeNull()
    await page.getByRole('row', { name: /^For 7 .*Expires in \d days/ }).waitFor()
    await page.getByText('1 key on this page expires within 14 days').waitFor()
  })

  journey('a secret works at once, and is shown once', async () => {
    const visitor = await open()
    const { page } = visitor
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await expectAccessible(visitor)
    await dialog.getByLabel('Name').fill('Shown once')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByText('Copy it now').waitFor()
    await expectAccessible(visitor)
    await page.keyboard.press('Escape')
    const secret = await takeSecret(page)
    expect(secret).toStartWith('flst_')
    expect(await statusOf(fixture, secret)).toBe(200)
    expect(await page.content()).not.toContain(secret)
    await page.reload()
    await page.getByRole('rowheader', { name: 'Shown once' }).waitFor()
    expect(await page.content()).not.toContain(secret)
    expect(JSON.stringify(await listKeys(page))).not.toContain(secret)
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      'flst_',
    )
  })

  journey('name and scopes of a key can be changed, and the next request is answered by them', async () => {
    const visitor = await open()
    const { page } = visitor
    const secret = await createKey(page, 'Before')
    await choose(page, 'Before', 'Edit')
    const dialog = page.getByRole('dialog')
    await expectAccessible(visitor)
    await dialog.getByLabel('Name').fill('Afterwards')
    await dialog.getByRole('checkbox', { name: 'schema.read' }).check()
    await dialog.getByRole('checkbox', { name: 'content.read' }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /^Afterwards .*schema\.read/ }).waitFor()
    expect(await statusOf(fixture, secret)).toBe(403)
    await choose(page, 'Afterwards', 'Edit')
    await dialog.getByRole('checkbox', { name: 'content.read' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /^Afterwards .*content\.read/ }).waitFor()
    expect(await statusOf(fixture, secret)).toBe(200)
  })

  journey('scopes come in two groups that exclude each other, and a key keeps its group', async () => {
    const visitor = await open()
    const { page } = visitor
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    const dialog = page.getByRole('dialog')
    const boxes = async () => {
      const all = await dialog.getByRole('checkbox').all()
      return Promise.all(all.map(async box => [await box.getAttribute('value'), await box.isChecked()]))
    }
    const delivery = ['content.read', 'schema.read']
    const management = ['draft.read', 'content.write', 'content.publish', 'model.write']
    expect(await boxes()).toEqual(delivery.map(scope => [scope, scope === 'content.read']))
    await dialog.getByLabel('Name').fill('Script')
    // The label covers the whole row: what is pressed is where the description stands.
    await dialog.getByText('For scripts and tools').click({ force: true })
    expect(await boxes()).toEqual(management.map(scope => [scope, scope === 'draft.read']))
    for (const words of [
      'Read drafts',
      'Create and change drafts',
      'Publish and unpublish',
      'Change collections',
    ])
      await dialog.getByText(words).waitFor()
    await expectAccessible(visitor)
    await dialog.getByRole('checkbox', { name: 'draft.read' }).uncheck()
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByText('Choose at least one scope.').waitFor()
    await dialog.getByText('Create and change drafts').click({ force: true })
    expect(await dialog.getByRole('checkbox', { name: 'content.write' }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByText('Copy it now').waitFor()
    const line = await dialog.getByLabel('curl line').textContent()
    const path = /"http:\/\/[^/]+([^"]+)"/.exec(line ?? '')?.[1] ?? ''
    const secret = await takeSecret(page)
    expect(await statusOf(fixture, secret)).toBe(403)
    expect(await statusOf(fixture, secret, path)).toBe(200)
    await page.getByRole('row', { name: /^Script .*content\.write/ }).waitFor()
    await choose(page, 'Script', 'Edit')
    expect(await boxes()).toEqual(management.map(scope => [scope, scope === 'content.write']))
    expect(await dialog.getByRole('radio', { name: 'Delivery' }).count()).toBe(0)
    await dialog.getByText('A key cannot change its kind.').waitFor()
    await expectAccessible(visitor)
    await dialog.getByRole('checkbox', { name: 'content.publish' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /^Script .*content\.publish/ }).waitFor()

    const scheduled = await fetch(`${fixture.url}/api/v1/entries/book-marram/schedule`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ draftVersion: 1, unpublishAt: inAYear() }),
    })
    expect(scheduled.status).toBe(200)
    const stays = dialog.getByRole('listitem').filter({ hasText: 'Marram: unpublished on ' })
    await choose(page, 'Script', 'Edit')
    await dialog.getByRole('checkbox', { name: 'content.publish' }).uncheck()
    await stays.waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await choose(page, 'Script', 'Revoke')
    await stays.waitFor()
    await expectAccessible(visitor)
  })

  journey('a rotated key keeps its old secret for as long as was chosen', async () => {
    const visitor = await open()
    const { page } = visitor
    const first = await createKey(page, 'Rotated')
    await choose(page, 'Rotated', 'Rotate the secret')
    await expectAccessible(visitor)
    await page.getByRole('radio', { name: 'After 1 hour' }).check()
    await page.getByRole('button', { name: 'Create new secret' }).click()
    await page.getByText('The old secret works until').waitFor()
    const second = await takeSecret(page)
    expect([await statusOf(fixture, first), await statusOf(fixture, second)]).toEqual([200, 200])
    await choose(page, 'Rotated', 'Rotate the secret')
    await page.getByRole('radio', { name: 'Immediately' }).check()
    await page.getByRole('button', { name: 'Create new secret' }).click()
    const third = await takeSecret(page)
    const statuses = [first, second, third].map(secret => statusOf(fixture, secret))
    expect(await Promise.all(statuses)).toEqual([401, 401, 200])
  })

  journey('a revoked key is refused by the next request, after a warning', async () => {
    const visitor = await open()
    const { page } = visitor
    const secret = await createKey(page, 'Leaked')
    await choose(page, 'Leaked', 'Revoke')
    await expectAccessible(visitor)
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await statusOf(fixture, secret)).toBe(200)
    await choose(page, 'Leaked', 'Revoke')
    await page.getByRole('button', { name: 'Revoke API key' }).click()
    await page.getByRole('row', { name: /^Leaked .*Revoked/ }).waitFor()
    expect(await statusOf(fixture, secret)).toBe(401)
    expect(await page.getByRole('button', { name: 'Actions for Leaked' }).count()).toBe(0)
    await expectAccessible(visitor)
  })

  journey('many keys come in pages, and the page is in the address', async () => {
    const visitor = await open()
    const { page } = visitor
    for (let number = 1; number <= 21; number++) {
      const response = await page.request.post('/api/v1/tokens/api-keys', {
        data: { name: `Many ${number}` },
        headers: { Origin: fixture.url },
      })
      expect(response.status()).toBe(201)
    }
    await page.goto('/s/demo/settings/api-keys?page=2')
    await page.getByRole('rowheader', { name: 'Many 1', exact: true }).waitFor()
    await expectAccessible(visitor)
    await page.getByRole('button', { name: 'Page 1', exact: true }).click()
    await page.getByRole('rowheader', { name: 'Many 21' }).waitFor()
    await page.goBack()
    await page.getByRole('rowheader', { name: 'Many 1', exact: true }).waitFor()
    await page.goto('/s/demo/settings/api-keys?page=99')
    await page.getByText('There is no page 99').first().waitFor()
    await expectAccessible(visitor)
  })
})

async function listKeys(page: Page): Promise<readonly ApiKeyView[]> {
  const response = await page.request.get('/api/v1/tokens/api-keys?perPage=100')
  return ((await response.json()) as { list: readonly ApiKeyView[] }).list
}

/** Of a request with the secret: for content, unless the path says otherwise. */
async function statusOf(
  { url }: BrowserFixture,
  secret: string,
  path = '/api/v1/public/content/books?perPage=1',
): Promise<number> {
  const headers = { Authorization: `Bearer ${secret}` }
  return (await fetch(url + path, { headers })).status
}
