// One field of several entries changed at once: checked first, with what others changed meanwhile, and undone.
import { expect } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { readEntry } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

const tools = {
  apiName: 'tools',
  name: 'Tools',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'price', type: 'number' },
    { apiName: 'tags', type: 'text', many: true },
    { apiName: 'boxed', type: 'boolean' },
  ],
}

async function createTools(page: Page, apiName: string): Promise<void> {
  await page.goto('/s/demo/content')
  await manageAs(page, 'POST', '/collections', { ...tools, apiName })
  const toId = (id: string) => (apiName === 'tools' ? id : `${apiName}-${id}`)
  const create = (id: string, data: object) => ({ op: 'create', collection: apiName, id: toId(id), data })
  await manageAs(page, 'POST', '/operations', {
    operations: [
      create('awl', { title: 'Awl', price: 5, tags: ['iron', 'steel'] }),
      create('bit', { title: 'Bit', price: 9 }),
      create('cog', { title: 'Cog', price: 9 }),
      { op: 'publish', id: toId('bit'), draftVersion: 1 },
    ],
  })
}

/** Presses Stop while the server processes the first request of the change. */
async function stopDuring(page: Page, start: () => Promise<void>): Promise<void> {
  const stopped = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await stopped.promise
    await route.continue()
  }
  await page.route('**/api/v1/operations', hold, { times: 1 })
  await start()
  await page.getByRole('button', { name: 'Stop' }).click()
  stopped.resolve()
}

describeInBrowser('an edit of selected entries', (fixture, journey) => {
  journey('says what it will do, names what others changed meanwhile, and is undone', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await createTools(page, 'tools')
    await page.goto('/s/demo/content/tools?sort=title')
    await visitor.settle()
    await page.getByRole('checkbox', { name: 'Select this page' }).check()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Field').selectOption('price')
    await dialog.getByLabel('Value').fill('5')
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Check 3 entries' }).click()
    await dialog.getByText('2 entries will change.').waitFor()
    const effects = dialog.getByRole('list', { name: 'What will happen' }).getByRole('listitem')
    expect(await effects.allTextContents()).toEqual([
      '2 entries will change.',
      '1 of them is published. Readers see no difference until you publish the change.',
      '1 needs no change.',
    ])
    await expectAccessible(visitor)
    await manageAs(page, 'PATCH', '/entries/cog', { draftVersion: 1, data: { price: 7 } })
    visitor.expects('409 POST /api/v1/operations')
    await dialog.getByRole('button', { name: 'Change 2 entries' }).click()
    await dialog.getByText('1 entry was changed.').waitFor()
    const refused = dialog.getByRole('region', { name: '1 entry could not be changed:' })
    expect(await refused.getByRole('listitem').allTextContents()).toEqual([
      'Cog was changed in the meantime: open it to see how, then try again',
    ])
    await expectAccessible(visitor)
    const values = async () => {
      const { list } = await manageAs(page, 'GET', '/entries?collection=tools&sort=title&fields=price')
      return (list as { state: string; data: { price: number } }[]).map(
        ({ state, data }) => `${state} ${data.price}`,
      )
    }
    expect(await values()).toEqual(['draft 5', 'changed 5', 'draft 7'])
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByText('1 entry has its previous value again.').waitFor()
    expect(await values()).toEqual(['draft 5', 'live 9', 'draft 7'])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: /^Changed 0/ }).waitFor()
  })

  journey('adds to a list by keyboard on a phone', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await createTools(page, 'gears')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/s/demo/content/gears?sort=title')
    await visitor.settle()
    await page.getByRole('checkbox', { name: 'Select Awl' }).press('Space')
    await page.getByRole('checkbox', { name: 'Select Bit' }).press('Space')
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Field').selectOption('tags')
    await dialog.getByLabel('Change').selectOption('add')
    await dialog.getByRole('button', { name: /^Add/ }).press('Enter')
    await page.keyboard.type('iron')
    expect(await measureOverhang(page)).toBe(0)
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Check 2 entries' }).press('Enter')
    await dialog.getByText('1 entry will change.').waitFor()
    await dialog.getByRole('button', { name: 'Change 1 entry' }).press('Enter')
    await dialog.getByText('1 entry was changed.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
    // Setting the list would have taken the other tag of the first entry.
    const tagsOf = async (id: string) => (await readEntry(page, id)).data.tags
    expect([await tagsOf('gears-awl'), await tagsOf('gears-bit')]).toEqual([['iron', 'steel'], ['iron']])
  })

  journey(
    'of all that match is of those in the list, whatever a variant has, and says what Stop has left out',
    async () => {
      const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
      const { page } = visitor
      await page.goto('/s/demo/content')
      await manageAs(page, 'POST', '/variants', { id: 'dealers', name: 'Dealers', kind: 'audience' })
      await manageAs(page, 'POST', '/collections', { ...tools, apiName: 'nails' })
      const create = (id: string, price: number, own?: number) => ({
        ...{ op: 'create', collection: 'nails', id, data: { title: id, price } },
        ...(own !== undefined && { variants: { dealers: { price: own } } }),
      })
      const unlike = [create('dear-for-dealers', 5, 50), create('cheap-for-dealers', 50, 5)]
      await manageAs(page, 'POST', '/operations', { operations: unlike })
      const others = Array.from({ length: 501 }, (_, at) => create(`nail-${at}`, 5))
      await manageAs(page, 'POST', '/operations', { operations: others.slice(0, 500) })
      await manageAs(page, 'POST', '/operations', { operations: others.slice(500) })
      await page.goto('/s/demo/content/nails?filter[data.price][lt]=10')
      await visitor.settle()
      await page.getByRole('checkbox', { name: 'Select this page' }).check()
      const bar = page.getByRole('region', { name: 'Selection' })
      await bar.getByRole('button', { name: 'Select all 502 that match' }).click()
      await bar.getByRole('button', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Field').selectOption('price')
      await dialog.getByLabel('For').selectOption('Dealers')
      await dialog.getByLabel('Value').fill('7')
      await dialog.getByRole('button', { name: 'Check 502 entries' }).click()
      const change = dialog.getByRole('button', { name: 'Change 502 entries' })
      await change.waitFor()
      await stopDuring(page, () => change.click())
      await dialog.getByText('500 entries were changed. 2 entries were not tried.').waitFor()
      const overrides = async (id: string) => (await readEntry(page, id)).variants
      expect(await overrides('dear-for-dealers')).toEqual({ dealers: { price: 7 } })
      expect(await overrides('cheap-for-dealers')).toEqual({ dealers: { price: 5 } })
    },
  )

  journey('sets a switch to No as it stands, and returns to the form if the check is stopped', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await createTools(page, 'lamps')
    await page.goto('/s/demo/content/lamps?sort=title')
    await visitor.settle()
    await page.getByRole('checkbox', { name: 'Select this page' }).check()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Field').selectOption('boxed')
    const check = dialog.getByRole('button', { name: 'Check 3 entries' })
    await stopDuring(page, () => check.click())
    await check.click()
    await dialog.getByRole('button', { name: 'Change 3 entries' }).click()
    await dialog.getByText('3 entries were changed.').waitFor()
    expect((await readEntry(page, 'lamps-awl')).data.boxed).toBe(false)
  })
})
