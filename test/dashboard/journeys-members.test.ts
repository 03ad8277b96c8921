// Who is in a space: inviting, roles, leaving; each takes effect for the other person at once.
import { expect } from 'bun:test'
import { type BrowserFixture, describeInBrowser, type Person, type Visitor } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { manageAs } from './manage-as.ts'

const password = 'a new horse battery'

const [memberRole, editorRole] = [
  ['Member', 'Read-only access'],
  ['Editor', 'Writes and publishes content.'],
] as const

async function invite(
  { page }: Visitor,
  email: string,
  [role, meaning]: readonly [string, string] = memberRole,
): Promise<string> {
  await page.goto('/s/demo/settings/members')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill(email)
  // The description of a role chooses it too: the label covers the whole row.
  await dialog.getByText(meaning).click({ force: true })
  expect(await dialog.getByRole('radio', { name: role, exact: true }).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  return dialog.getByLabel('Invitation link').inputValue()
}

async function join(fixture: BrowserFixture, link: string): Promise<Visitor> {
  const guest = await fixture.visit()
  await guest.page.goto(link)
  await guest.page.getByRole('textbox', { name: 'Password' }).fill(password)
  await guest.page.getByRole('button', { name: 'Join' }).click()
  await guest.page.getByRole('heading', { name: /^Good / }).waitFor()
  return guest
}

describeInBrowser('members', (fixture, journey) => {
  const owner = (): Promise<Person> => fixture.createUser('owner@example.com', 'owner')

  journey(
    'who is invited by link joins with a password of their own, and the link is then used up',
    async () => {
      const host = await fixture.visit({ as: await owner() })
      const link = await invite(host, 'mary@example.com', editorRole)
      expect(link).toStartWith(`${fixture.url}/invitation#token=`)
      await expectAccessible(host)
      await host.page
        .getByText('Send this link to mary@example.com, who joins with the role Editor.')
        .waitFor()
      await host.page.getByRole('button', { name: 'Done' }).click()
      await host.page.getByRole('button', { name: 'Withdraw the invitation of mary@example.com' }).waitFor()

      const guest = await fixture.visit()
      await guest.page.goto(link)
      await guest.page.getByRole('heading', { name: 'Join Ebb Stair Press' }).waitFor()
      expect(guest.page.url()).toBe(`${fixture.url}/invitation`)
      await expectAccessible(guest)
      await guest.page.getByRole('textbox', { name: 'Password' }).fill('short')
      await guest.page.getByRole('button', { name: 'Join' }).click()
      await guest.page.getByText('Must have 8 to 256 characters.').waitFor()
      await guest.page.getByRole('textbox', { name: 'Password' }).fill(password)
      await guest.page.getByRole('button', { name: 'Join' }).click()
      await guest.page.getByRole('heading', { name: /^Good / }).waitFor()

      await host.page.reload()
      await host.page.getByRole('rowheader', { name: 'mary@example.com' }).waitFor()
      const late = await fixture.visit()
      late.expects('404 POST /api/auth/open-invitation')
      await late.page.goto(link)
      await late.page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
      await expectAccessible(late)
    },
  )

  journey('an invitation that was withdrawn opens nothing', async () => {
    const host = await fixture.visit({ as: await owner() })
    const link = await invite(host, 'eve@example.com')
    await host.page.getByRole('button', { name: 'Done' }).click()
    await host.page.getByRole('button', { name: 'Withdraw the invitation of eve@example.com' }).click()
    await expectAccessible(host)
    await host.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await host.page.getByRole('rowheader', { name: 'eve@example.com' }).waitFor({ state: 'detached' })
    const guest = await fixture.visit()
    guest.expects('404 POST /api/auth/open-invitation')
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
  })

  journey('who is a member already is not invited again', async () => {
    const host = await fixture.visit({ as: await owner() })
    host.expects('409 POST /api/dashboard/invitations')
    await host.page.goto('/s/demo/settings/members')
    await host.page.getByRole('button', { name: 'Invite' }).click()
    await host.page.getByRole('dialog').getByLabel('E-mail').fill('owner@example.com')
    await host.page.getByRole('button', { name: 'Create link' }).click()
    await host.page.getByText('This person is already a member of the space.').waitFor()
    await expectAccessible(host)
  })

  journey('another role takes effect with the next step of its holder, and removal too', async () => {
    const host = await fixture.visit({ as: await owner() })
    const guest = await join(fixture, await invite(host, 'rosa@example.com'))
    await host.page.getByRole('button', { name: 'Done' }).click()
    await guest.page.goto('/s/demo/settings/members')
    await guest.page.getByText('Only owners and admins can manage members').waitFor()

    await host.page.reload()
    await host.page.getByRole('button', { name: 'Change role of rosa@example.com' }).click()
    await expectAccessible(host)
    for (const [role, meaning] of [
      ['Owner', 'Full access'],
      ['Admin', 'Manages members'],
      ['Editor', 'Writes and publishes content.'],
      ['Author', 'Writes drafts'],
      ['Member', 'Read-only access'],
    ] as const) {
      const choice = host.page.getByRole('radio', { name: role, exact: true })
      expect(await choice.getAttribute('aria-describedby')).not.toBeNull()
      await host.page.getByRole('dialog').getByText(meaning).waitFor()
    }
    await host.page.getByRole('radio', { name: 'Admin' }).check()
    await host.page.getByRole('button', { name: 'Save' }).click()
    await host.page.getByText('The role of rosa@example.com is now Admin.').waitFor()
    await host.page.getByRole('row', { name: /rosa@example\.com.*Admin/ }).waitFor()
    await guest.page.reload()
    await guest.page.getByRole('rowheader', { name: 'owner@example.com' }).waitFor()

    const unpublishAt = new Date(Date.now() + 365 * 86_400_000).toISOString()
    const schedule = { draftVersion: 1, unpublishAt }
    await manageAs(guest.page, 'PUT', '/entries/book-marram/schedule', schedule)
    const dialog = host.page.getByRole('dialog')
    const stays = dialog.getByRole('listitem').filter({ hasText: 'Marram: unpublished on ' })
    await host.page.getByRole('button', { name: 'Change role of rosa@example.com' }).click()
    await host.page.getByRole('radio', { name: 'Editor' }).check()
    expect(await stays.count()).toBe(0)
    await host.page.getByRole('radio', { name: 'Author' }).check()
    await stays.waitFor()
    await expectAccessible(host)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await host.page.getByRole('button', { name: 'Remove rosa@example.com' }).click()
    await stays.waitFor()
    await dialog.getByText('scheduled by rosa@example.com and will still happen').waitFor()
    await expectAccessible(host)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await host.page.getByRole('rowheader', { name: 'rosa@example.com' }).waitFor({ state: 'detached' })
    await guest.page.reload()
    await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  journey(
    'who is in two spaces changes between them, and keeps the one when removed from the other',
    async () => {
      const guestEmail = 'june@example.com'
      const june = await fixture.createUser(guestEmail, 'member')
      await fixture.commands.run(['spaces', 'create', 'attic', '--name', 'Attic'])
      await fixture.createUser(guestEmail, 'admin', 'attic')
      const guest = await fixture.visit({ as: june })
      const { page } = guest
      await page.goto('/s/demo/content')
      await page.getByRole('main').getByRole('link', { name: 'Books' }).waitFor()
      await page.getByRole('button', { name: 'Space: Ebb Stair Press' }).click()
      await expectAccessible(guest)
      await page.getByRole('menuitemradio', { name: /^Attic/ }).click()
      await page.getByText('No content yet').waitFor()
      await expectAccessible(guest)
      await page.getByRole('button', { name: 'Space: Attic' }).click()
      await page.getByRole('menuitemradio', { name: /^Ebb Stair Press/ }).click()
      await page.getByRole('main').getByRole('link', { name: 'Books' }).waitFor()

      const host = await fixture.visit({ as: await owner() })
      await host.page.goto('/s/demo/settings/members')
      await host.page.getByRole('button', { name: `Remove ${guestEmail}` }).click()
      await host.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await host.page.getByRole('rowheader', { name: guestEmail }).waitFor({ state: 'detached' })
      guest.expects('404 GET /api/auth/session')
      await page.reload()
      await page.getByRole('heading', { name: 'You do not have access to this space' }).waitFor()
      await expectAccessible(guest)
      await page.getByRole('button', { name: 'Attic' }).click()
      await page.getByText('No content yet').waitFor()
    },
  )

  journey('the last owner stays', async () => {
    const host = await fixture.visit({ as: await owner() })
    host.expects(/^409 DELETE \/api\/dashboard\/members\//)
    await host.page.goto('/s/demo/settings/members')
    await host.page.getByRole('button', { name: 'Leave this space' }).click()
    await host.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await host.page.getByRole('dialog').getByRole('alert').waitFor()
    await expectAccessible(host)
  })
})
