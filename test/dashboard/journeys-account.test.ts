// Signing in and out, and what becomes of sessions.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser, type Person, signIn } from '../kit/browser/browser.ts'
import { expectAccessible, expectFocus } from '../kit/browser/page-checks.ts'

async function trySignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describeInBrowser('one’s account', (fixture, journey) => {
  journey('a wrong password and an unknown e-mail cannot be distinguished', async () => {
    const ada = await fixture.createUser('ada@example.com', 'owner')
    const visitor = await fixture.visit()
    const { page } = visitor
    visitor.expects('401 POST /api/auth/sign-in/email')
    await page.goto('/sign-in')
    await visitor.settle()
    await trySignIn(page, { ...ada, password: 'not this one' })
    const alert = page.getByRole('alert')
    const wrongPassword = await alert.textContent()
    expect(wrongPassword).toContain('Could not sign in')
    await expectAccessible(visitor)
    const responded = page.waitForResponse('**/api/auth/sign-in/email')
    await trySignIn(page, { ...ada, email: 'nobody@example.com' })
    await responded
    await visitor.settle()
    expect(await alert.textContent()).toBe(wrongPassword)
    await trySignIn(page, ada)
    await page.getByRole('heading', { name: /^Good / }).waitFor()
  })

  journey('an empty form says what is missing, and sends nothing', async () => {
    const visitor = await fixture.visit()
    const { page } = visitor
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your e-mail.').waitFor()
    await page.getByText('Enter your password.').waitFor()
    await expectFocus(page, 'name', 'email')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(visitor)
  })

  journey('too many attempts are reported, with the time to wait', async () => {
    const visitor = await fixture.visit()
    const { page } = visitor
    visitor.expects('401 POST /api/auth/sign-in/email', '429 POST /api/auth/sign-in/email')
    await page.goto('/sign-in')
    for (let attempt = 1; attempt <= 9; attempt++) {
      const responded = page.waitForResponse('**/api/auth/sign-in/email')
      await trySignIn(page, { email: 'guess@example.com', password: `guess ${attempt}` })
      await responded
    }
    await page.getByText('Too many attempts').waitFor()
    await expectAccessible(visitor)
  })

  journey('a deep link leads to sign-in, and from there to where it led', async () => {
    const ada = await fixture.createUser('ada@example.com', 'owner')
    const { page } = await fixture.visit()
    await page.goto('/s/demo/settings/members?page=1')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await trySignIn(page, ada)
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
    expect(page.url()).toBe(`${fixture.url}/s/demo/settings/members?page=1`)
  })

  journey('after sign-out the way back shows nothing of the space', async () => {
    const ada = await fixture.createUser('ada@example.com', 'owner')
    const { page } = await fixture.visit()
    await signIn(page, ada)
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('rowheader', { name: 'ada@example.com' }).waitFor()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.content()).not.toContain('ada@example.com')
    await page.goto('/s/demo/settings/members')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.content()).not.toContain('ada@example.com')
  })

  journey('another password ends the sessions elsewhere, and is the one that counts', async () => {
    const grace = await fixture.createUser('grace@example.com', 'owner')
    const [here, elsewhere] = [await fixture.visit(), await fixture.visit()]
    await signIn(here.page, grace)
    await signIn(elsewhere.page, grace)
    await here.page.goto('/account')
    await here.page.getByLabel('Current password').fill('not this one')
    await here.page.getByLabel('New password').fill('another horse battery')
    const change = here.page.getByRole('button', { name: 'Change password' })
    here.expects('401 POST /api/auth/change-password')
    await change.click()
    await here.page.getByText('This is not your current password.').waitFor()
    await expectAccessible(here)
    await here.page.getByLabel('Current password').fill(grace.password)
    await change.click()
    await here.page.getByText('Password changed.').waitFor()

    elsewhere.expects(/^401 GET /)
    await elsewhere.page.getByRole('link', { name: 'Members' }).click()
    await elsewhere.page.getByText('Your session has ended.').waitFor()
    await expectAccessible(elsewhere)
    elsewhere.expects('401 POST /api/auth/sign-in/email')
    await trySignIn(elsewhere.page, grace)
    await elsewhere.page.getByRole('alert').waitFor()
    await trySignIn(elsewhere.page, { ...grace, password: 'another horse battery' })
    await elsewhere.page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
    await here.page.reload()
    await here.page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  })
})
