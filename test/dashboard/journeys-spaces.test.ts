// The space is in the address: two windows of one browser work in two spaces, and each acts on the one that it shows.
import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describeInBrowser, type Visitor } from '../kit/browser/browser.ts'
import { expectAccessible, expectWhole, measureOverhang } from '../kit/browser/page-checks.ts'
import { makeFolder } from '../kit/test-folder.ts'

const email = 'june@example.com'
const attic = `{"type":"collection","apiName":"books","name":"Books","fields":[{"apiName":"title","type":"text"}]}
{"type":"entry","collection":"books","id":"book-tide-tables","slug":"tide-tables","data":{"title":"Attic Tables"},"liveData":{"title":"Attic Tables"}}
`

/** Every request of the page to the API, with the space that it names. */
function watch(page: Page): (readonly [path: string, space: string | undefined])[] {
  const seen: (readonly [string, string | undefined])[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    // A picture names its space in its address.
    seen.push([pathname, request.headers()['frontlist-space'] ?? searchParams.get('space') ?? undefined])
  })
  return seen
}

async function switchTo(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Space: ${from}` }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${to}`) }).click()
  await page.getByRole('button', { name: `Space: ${to}` }).waitFor()
}

describeInBrowser('two spaces', (fixture, journey) => {
  const demo = 'Ebb Stair Press'
  let isReady = false
  const enter = async () => {
    if (!isReady) {
      await fixture.commands.run(['spaces', 'create', 'attic', '--name', 'Attic'])
      await fixture.commands.run(['spaces', 'create', 'foreign', '--name', 'Foreign'])
      const file = join(makeFolder(), 'attic.ndjson')
      await Bun.write(file, attic)
      expect((await fixture.commands.run(['import', file, '--space', 'attic'])).exitCode).toBe(0)
      await fixture.createUser(email, 'owner', 'demo')
      // The space that somebody joined first is theirs after signing in; of the same millisecond it is the first by name.
      await Bun.sleep(2)
      await fixture.createUser(email, 'owner', 'attic')
      isReady = true
    }
    return fixture.visit({ as: await fixture.createUser(email, 'owner', 'demo') })
  }

  /** The second window of the same browser switches its space, which also changes the one of the session. */
  const switchElsewhere = async ({ page }: Visitor) => {
    const other = await page.context().newPage()
    await other.goto('/s/demo')
    await switchTo(other, demo, 'Attic')
    await other.waitForURL('**/s/attic')
    await other.waitForLoadState('networkidle')
    await page.bringToFront()
    return other
  }
  const api = async ({ page }: Visitor, path: string, space: string) =>
    (await (await page.request.get(path, { headers: { 'Frontlist-Space': space } })).json()) as {
      doc?: { state: string }
      list?: { name?: string; email?: string }[]
    }

  journey('unpublishing concerns the space that the window shows, whatever the other one does', async () => {
    const visitor = await enter()
    const { page } = visitor
    await page.goto('/s/demo/content/books/book-tide-tables')
    await visitor.settle()
    await switchElsewhere(visitor)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unpublish “Tide Tables”?' })
    await dialog.getByText(`Space: ${demo}`).waitFor()
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('“Tide Tables” is unpublished.', { exact: true }).waitFor()
    const path = '/api/v1/entries/book-tide-tables'
    expect((await api(visitor, path, 'demo')).doc?.state).toBe('draft')
    expect((await api(visitor, path, 'attic')).doc?.state).toBe('live')
  })

  journey('a new API key belongs to the space that the window shows', async () => {
    const visitor = await enter()
    const { page } = visitor
    await page.goto('/s/demo/settings/api-keys')
    await visitor.settle()
    await switchElsewhere(visitor)
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`Space: ${demo}`).waitFor()
    await dialog.getByLabel('Name').fill('Of the press')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('rowheader', { name: 'Of the press' }).waitFor()
    const namesOf = async (space: string) =>
      (await api(visitor, '/api/v1/tokens/api-keys', space)).list?.map(({ name }) => name)
    expect(await namesOf('demo')).toContain('Of the press')
    expect(await namesOf('attic')).not.toContain('Of the press')
  })

  journey('an invitation is to the space that the window shows', async () => {
    const visitor = await enter()
    const { page } = visitor
    await page.goto('/s/demo/settings/members')
    await visitor.settle()
    await switchElsewhere(visitor)
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`Space: ${demo}`).waitFor()
    await dialog.getByLabel('E-mail').fill('guest@example.com')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const invited = async (space: string) =>
      (await api(visitor, '/api/dashboard/invitations', space)).list?.map(one => one.email)
    expect(await invited('demo')).toContain('guest@example.com')
    expect(await invited('attic')).not.toContain('guest@example.com')
  })

  journey('each window stays in its space through reload, links and the back button', async () => {
    const visitor = await enter()
    const { page } = visitor
    await page.goto('/s/demo/content')
    await visitor.settle()
    const other = await switchElsewhere(visitor)
    const [here, there] = [watch(page), watch(other)]
    await page.reload()
    await page.getByRole('button', { name: `Space: ${demo}` }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Books', exact: true }).click()
    await page.getByRole('link', { name: 'Tide Tables', exact: true }).click()
    await page.getByRole('heading', { name: 'Tide Tables', level: 1 }).waitFor()
    await other.getByRole('link', { name: 'Content', exact: true }).click()
    await other.getByRole('main').getByRole('link', { name: 'Books', exact: true }).click()
    await other.getByRole('link', { name: 'Attic Tables', exact: true }).click()
    await other.getByRole('heading', { name: 'Attic Tables', level: 1 }).waitFor()
    expect(new URL(other.url()).pathname).toBe('/s/attic/content/books/book-tide-tables')
    await other.reload()
    await other.getByRole('heading', { name: 'Attic Tables', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Tide Tables', exact: true }).waitFor()
    await visitor.settle()
    expect(here.length).toBeGreaterThan(4)
    expect(here.filter(([, space]) => space !== 'demo')).toEqual([])
    expect(there.filter(([, space]) => space !== 'attic')).toEqual([])
  })

  journey('switching keeps the page, shows nothing of the other space, and Back returns to it', async () => {
    const visitor = await enter()
    const { page } = visitor
    await page.goto('/s/demo/content/books/book-tide-tables')
    await page.getByRole('heading', { name: 'Tide Tables', level: 1 }).waitFor()
    await switchTo(page, demo, 'Attic')
    await page.waitForURL('**/s/attic/content')
    await page.getByText('1 of 1 entry published').waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain('Authors')
    await page.getByRole('button', { name: 'Developers' }).click()
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByText('No API keys yet').waitFor()
    await switchTo(page, 'Attic', demo)
    await page.waitForURL('**/s/demo/settings/api-keys')
    await page.getByRole('table', { name: 'API keys' }).waitFor()
    await page.goBack()
    await page.getByText('No API keys yet').waitFor()
    await page.getByRole('button', { name: 'Space: Attic' }).waitFor()
  })

  journey('`/` and an address without a space lead to the current space, and keep their query', async () => {
    const visitor = await enter()
    const { page } = visitor
    for (const [former, path] of [
      ['/', '/s/demo'],
      ['/content', '/s/demo/content'],
      ['/content/books?search=tide', '/s/demo/content/books?search=tide'],
      ['/content/books/book-marram?only=changed', '/s/demo/content/books/book-marram?only=changed'],
      ['/try?collection=books', '/s/demo/try?collection=books'],
      ['/settings/api-keys?create', '/s/demo/settings/api-keys?create='],
      ['/settings/members', '/s/demo/settings/members'],
    ] as const) {
      await page.goto(former)
      await page.waitForURL(`${fixture.url}${path.replace(/=$/, '')}*`)
      await visitor.settle()
      expect(page.url().replace(/=$/, '')).toBe(`${fixture.url}${path}`.replace(/=$/, ''))
    }
    await switchTo(page, demo, 'Attic')
    await page.waitForLoadState('networkidle')
    await page.goto('/content')
    await page.waitForURL('**/s/attic/content')
  })

  journey(
    'the account page is of no space, and its window goes back to the space that it came from',
    async () => {
      const visitor = await enter()
      const { page } = visitor
      await page.goto('/s/attic')
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Account and password' }).click()
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Space: Attic' }).waitFor()
      await page.getByRole('link', { name: 'Home' }).click()
      await page.waitForURL('**/s/attic')
      await page.goto('/account')
      await page.getByRole('link', { name: demo }).click()
      await page.waitForURL('**/s/demo')
    },
  )

  journey('the name of the space in the sidebar is shown whole, descenders included', async () => {
    await fixture.commands.run(['spaces', 'create', 'quay', '--name', 'Jumpy gypsy quay'])
    await fixture.createUser('quay@example.com', 'owner', 'demo')
    const visitor = await fixture.visit({ as: await fixture.createUser('quay@example.com', 'owner', 'quay') })
    const { page } = visitor
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/s/quay')
      await visitor.settle()
      if (width === 390) await page.getByRole('button', { name: 'Menu' }).click()
      const name = page.getByRole('button', { name: 'Space: Jumpy gypsy quay' }).getByText('Jumpy gypsy quay')
      const cut = await name.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
      expect([width, cut]).toEqual([width, 0])
    }
  })

  journey('a name of one long word makes no page wider than a phone', async () => {
    const name = 'Quay'.repeat(20)
    await fixture.commands.run(['spaces', 'create', 'wide', '--name', name])
    for (const role of ['owner', 'member'] as const) {
      const visitor = await fixture.visit({
        as: await fixture.createUser(`${role}@wide.example`, role, 'wide'),
      })
      const { page } = visitor
      await page.setViewportSize({ width: 320, height: 640 })
      for (const path of ['', '/content', '/media', '/schedule', '/settings/members', '/settings/api-keys']) {
        await page.goto(`/s/wide${path}`)
        await visitor.settle()
        expect([role, path, await measureOverhang(page)]).toEqual([role, path, 0])
      }
    }
  })

  journey('sign-in leads to the space of the address that was asked for', async () => {
    await enter()
    const { page } = await fixture.visit()
    await page.goto('/s/attic/content/books?search=tide')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Attic Tables' }).waitFor()
    expect(page.url()).toBe(`${fixture.url}/s/attic/content/books?search=tide`)
  })

  journey(
    'a space of other people and one that does not exist get the same page, with the way on',
    async () => {
      const visitor = await enter()
      const { page } = visitor
      visitor.expects('404 GET /api/auth/session')
      const texts: (string | null)[] = []
      for (const slug of ['foreign', 'nowhere']) {
        await page.goto(`/s/${slug}/content/books`)
        await page.getByRole('heading', { name: 'You do not have access to this space' }).waitFor()
        await expectAccessible(visitor)
        texts.push((await page.getByRole('main').textContent())?.replaceAll(slug, 'SLUG') ?? null)
      }
      expect(texts[0]).toBe(texts[1] ?? '')
      await expectWhole(visitor, '/s/foreign/settings/members', 'no-space')
      await page.getByRole('button', { name: 'Attic' }).click()
      await page.waitForURL('**/s/attic/settings/members')
      await page.getByRole('rowheader', { name: email }).waitFor()
    },
  )
})
