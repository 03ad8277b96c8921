// What is shown once is not lost by a slip: neither Back nor leaving takes it away before one has said that it is copied.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectFocus } from '../kit/browser/page-checks.ts'
import { tryToLeave } from './try-to-leave.ts'

const staying = 'Copy it before you leave this page. You will not be able to see it again.'

describeInBrowser('a secret that is shown once', (fixture, journey) => {
  /** By a link of the dashboard, so that the browser's Back stays within it. */
  const open = async (link: string) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo/content')
    await visitor.settle()
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('button', { name: 'Developers' }).click()
    await main.getByRole('link', { name: link }).click()
    await page.getByRole('heading', { name: link, level: 1 }).waitFor()
    await visitor.settle()
    return visitor
  }

  journey('of a new key stays through Back, further back, and an attempt to leave', async () => {
    const visitor = await open('API keys')
    const { page } = visitor
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Kept')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    const field = dialog.getByRole('textbox', { name: 'API key' })
    const secret = await field.inputValue()
    const address = page.url()
    for (let time = 1; time <= 3; time++) {
      await page.evaluate('history.back()')
      await page.getByText(staying).first().waitFor()
      expect([await field.inputValue(), page.url()]).toEqual([secret, address])
    }
    await expectAccessible(visitor)
    expect(await tryToLeave(page)).toBe(true)
    expect(await field.inputValue()).toBe(secret)

    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor()
    expect(await tryToLeave(page)).toBe(false)
  })

  journey('of a rotated key stays through Back', async () => {
    const visitor = await open('API keys')
    const { page } = visitor
    await page.getByRole('button', { name: 'Actions for Kept' }).click()
    await page.getByRole('menuitem', { name: 'Rotate the secret' }).click()
    await page.evaluate('history.pushState(history.state, "", location.href)')
    await page.getByRole('button', { name: 'Create new secret' }).click()
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'API key' })
    const secret = await field.inputValue()
    await page.evaluate('history.go(-2)')
    await page.getByText(staying).waitFor()
    expect([await field.inputValue(), new URL(page.url()).pathname]).toEqual([
      secret,
      '/s/demo/settings/api-keys',
    ])
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  journey('as an invitation link stays through Back', async () => {
    const visitor = await open('Members')
    const { page } = visitor
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('guest@example.com')
    await page.getByRole('button', { name: 'Create link' }).click()
    const field = page.getByLabel('Invitation link')
    const link = await field.inputValue()
    await page.evaluate('history.back()')
    await page.getByText(staying).waitFor()
    expect(await field.inputValue()).toBe(link)
    expect(await tryToLeave(page)).toBe(true)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor()
  })

  journey(
    'leaves nobody at the top of the page: after the first key the focus is on making another',
    async () => {
      await fixture.commands.run(['spaces', 'create', 'empty'])
      const visitor = await fixture.visit({
        as: await fixture.createUser('new@example.com', 'owner', 'empty'),
      })
      const { page } = visitor
      for (const [address, way] of [
        ['/s/empty/settings/api-keys', 'button'],
        ['/s/empty/settings/api-keys?create', 'link'],
      ] as const) {
        await page.goto(address)
        await visitor.settle()
        // The one of the empty list, which is gone once there is a key.
        if (way === 'button') await page.getByRole('button', { name: 'Create API key' }).last().click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Name').fill(`By ${way}`)
        await dialog.getByRole('button', { name: 'Create API key' }).click()
        await dialog.getByRole('button', { name: 'I have copied it' }).click()
        await dialog.waitFor({ state: 'detached' })
        await visitor.settle()
        await expectFocus(page, 'textContent', 'Create API key')
      }
    },
  )
})
