// Changing a model: tried before it is applied, with its report, and never over somebody else's change.
import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describeInBrowser, signIn } from '../kit/browser/browser.ts'
import { expectAccessible, expectFocus, measureOverhang } from '../kit/browser/page-checks.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { until } from '../kit/until.ts'
import { manageAs } from './manage-as.ts'

interface Model {
  readonly modelVersion: number
  readonly fields: readonly { readonly apiName: string; readonly required?: boolean }[]
}

describeInBrowser('the model of a collection', (fixture, journey) => {
  const open = async (collection: string) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    const fields = [
      { apiName: 'title', type: 'text', name: 'Title' },
      { apiName: 'subtitle', type: 'text', name: 'Subtitle' },
      { apiName: 'servings', type: 'integer', name: 'Servings' },
    ]
    await manageAs(page, 'POST', '/collections', { apiName: collection, name: 'Recipes', fields })
    for (const [id, data] of [
      ['pancakes', { title: 'Pancakes', subtitle: 'Thin ones', servings: 4 }],
      ['waffles', { title: 'Waffles', subtitle: 'With holes' }],
    ] as const) {
      await manageAs(page, 'POST', '/entries', { collection, id: `${collection}-${id}`, data })
    }
    await page.goto(`/s/demo/model/${collection}`)
    await visitor.settle()
    return visitor
  }
  const readModel = async (page: Page, collection: string) =>
    (await manageAs(page, 'GET', `/collections/${collection}`)).doc as unknown as Model
  const namesOf = async (page: Page, collection: string) =>
    (await readModel(page, collection)).fields.map(({ apiName }) => apiName)
  const valuesOf = async (page: Page, id: string) =>
    ((await manageAs(page, 'GET', `/entries/${id}`)).doc as unknown as { data: Record<string, unknown> }).data
  const review = async (page: Page) => {
    await page.getByRole('button', { name: 'Review and apply' }).click()
    return page.getByRole('dialog', { name: 'Change the model of Recipes?' })
  }

  journey(
    'a loss is reported by entries before anything happens, needs a word, and can be taken back',
    async () => {
      const visitor = await open('losing')
      const { page } = visitor
      await expectAccessible(visitor)
      await page.getByRole('button', { name: 'Remove Subtitle' }).click()
      await page.getByText('1 change, not applied yet').waitFor()
      await expectAccessible(visitor)
      const dialog = await review(page)
      await dialog.getByText('Subtitle: the field is removed. 2 entries:').waitFor()
      await dialog.getByRole('link', { name: 'Waffles' }).waitFor()
      await dialog.getByText('Responses no longer have "subtitle"').waitFor()
      await expectAccessible(visitor)
      const apply = dialog.getByRole('button', { name: 'Apply and lose values' })
      expect(await apply.isDisabled()).toBe(true)
      expect(await namesOf(page, 'losing')).toContain('subtitle')
      await dialog.getByLabel(/type: delete$/).fill('delete')
      await apply.click()
      await page.getByText('The model of Recipes is changed.').waitFor()
      expect(await namesOf(page, 'losing')).toEqual(['title', 'servings'])

      await page.getByRole('button', { name: 'Restore Subtitle' }).click()
      await (await review(page)).getByRole('button', { name: 'Apply', exact: true }).click()
      await page.getByRole('button', { name: 'Edit Subtitle' }).waitFor()
      await page.getByRole('region', { name: 'Unapplied changes' }).waitFor({ state: 'detached' })
      expect(await valuesOf(page, 'losing-waffles')).toMatchObject({ subtitle: 'With holes' })
    },
  )

  journey(
    'a field is renamed with its values, errors stand beside inputs, and a new rule names who breaks it',
    async () => {
      const visitor = await open('renaming')
      const { page } = visitor
      await page.getByRole('button', { name: 'Edit Servings' }).click()
      const dialog = page.getByRole('dialog', { name: 'Servings' })
      await dialog.getByLabel('API name').fill('portions')
      await dialog.getByLabel('Required').check()
      await dialog.getByLabel('Minimum').fill('9')
      await dialog.getByLabel('Maximum').fill('8')
      visitor.expects('400 POST /api/v1/collections/renaming/changes')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await dialog.getByText('Must not be greater than the upper limit.').waitFor()
      await expectFocus(page, 'value', '9')
      await expectAccessible(visitor)
      await dialog.getByLabel('Minimum').fill('1')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByText('2 changes, not applied yet').waitFor()
      await page.getByText('Renamed', { exact: true }).waitFor()
      expect(await page.getByText('New', { exact: true }).count()).toBe(0)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 })
        expect([width, await measureOverhang(page)]).toEqual([width, 0])
      }
      const report = await review(page)
      await report.getByText('Servings is required. 1 entry:').waitFor()
      await report.getByRole('link', { name: 'Waffles' }).waitFor()
      expect(await report.getByRole('textbox').count()).toBe(0)
      await expectAccessible(visitor)
      expect(await measureOverhang(page)).toBe(0)
      await report.getByRole('button', { name: 'Apply', exact: true }).click()
      await page.getByText('The model of Recipes is changed.').waitFor()
      expect(await valuesOf(page, 'renaming-pancakes')).toMatchObject({ portions: 4 })
    },
  )

  journey('of two admins at once, the second is told, and overwrites nothing', async () => {
    const visitor = await open('both')
    const { page } = visitor
    await page.getByRole('button', { name: 'Add a field' }).click()
    const dialog = page.getByRole('dialog')
    // On a screen of 800 px, the buttons of a long form are in sight before anything is scrolled.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: /^Choice/ }).click()
    const place = await dialog.getByRole('button', { name: 'Add field' }).boundingBox()
    expect(place!.y + place!.height).toBeLessThanOrEqual(800)
    await dialog.getByLabel('Name', { exact: true }).fill('Course')
    await dialog.getByLabel('Value of option 1').fill('Soup')
    await dialog.getByRole('button', { name: 'Add option' }).click()
    await page.keyboard.type('Soup')
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByText('Two options have the same value.').waitFor()
    await dialog.getByRole('button', { name: 'Another kind' }).click()
    await page.getByRole('button', { name: /^Yes or no/ }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Is vegan')
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await page.getByText('1 change, not applied yet').waitFor()
    await (await review(page)).getByText('Add Is vegan').waitFor()

    const operations = [{ op: 'renameField', field: 'subtitle', to: 'motto' }]
    await manageAs(page, 'POST', '/collections/both/changes', { modelVersion: 1, operations })
    visitor.expects('409 POST /api/v1/collections/both/changes')
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('Someone else changed this model in the meantime').waitFor()
    await page.getByText('Nothing was overwritten. Your change is kept here').waitFor()
    await expectAccessible(visitor)
    expect(await namesOf(page, 'both')).toEqual(['title', 'motto', 'servings'])
    await page.getByRole('button', { name: 'Try mine on the new model' }).click()
    await (await review(page)).getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('The model of Recipes is changed.').waitFor()
    expect(await namesOf(page, 'both')).toEqual(['title', 'motto', 'servings', 'isVegan'])
  })

  journey(
    'what was prepared is there after a reload and in another window, for this user alone, until it is applied',
    async () => {
      const visitor = await open('kept')
      const { page } = visitor
      await page.getByRole('button', { name: 'Remove Subtitle' }).click()
      await page.getByText('1 change, not applied yet').waitFor()
      await page.getByRole('button', { name: 'Remove Servings' }).click()
      await page.getByText('2 changes, not applied yet').waitFor()
      const asked: string[] = []
      page.on('dialog', dialog => {
        asked.push(dialog.type())
        return dialog.accept()
      })
      await page.reload()
      await page.getByText('2 changes, not applied yet').waitFor()
      await page.getByText('Your changes from an earlier visit are here').waitFor()
      await visitor.settle()
      await expectAccessible(visitor)
      expect(asked).toEqual([])
      // Home lists entries with unsent text, and this is none.
      await page.goto('/s/demo')
      await visitor.settle()
      expect(await page.getByText('on this device').count()).toBe(0)

      const second = await page.context().newPage()
      await second.goto('/s/demo/model/kept')
      await second.getByText('2 changes, not applied yet').waitFor()
      await second.getByRole('button', { name: 'Undo' }).click()
      await (await review(second)).getByLabel(/type: delete$/).fill('delete')
      await second.getByRole('button', { name: 'Apply and lose values' }).click()
      await second.getByText('The model of Recipes is changed.').waitFor()
      expect(await namesOf(page, 'kept')).toEqual(['title', 'servings'])
      await page.goto('/s/demo/model/kept')
      await visitor.settle()
      expect(await page.getByText('not applied yet').count()).toBe(0)
      expect(await page.getByText('from an earlier visit').count()).toBe(0)

      await page.getByRole('button', { name: 'Remove Servings' }).click()
      await page.getByText('1 change, not applied yet').waitFor()
      const eve = await fixture.createUser('eve@example.com', 'admin')
      await page.context().clearCookies()
      await signIn(page, eve)
      await page.goto('/s/demo/model/kept')
      await visitor.settle()
      expect(await page.getByText('not applied yet').count()).toBe(0)
    },
  )

  journey(
    'fields are put in order by keys, and what was prepared outlasts a look at another page',
    async () => {
      const visitor = await open('ordered')
      const { page } = visitor
      const order = () => page.getByRole('button', { name: /^Edit (?!the)/ }).allTextContents()
      await page.getByRole('button', { name: 'Move Title, place 1 of 3' }).focus()
      await page.keyboard.press('Alt+ArrowDown')
      await page.keyboard.press('Alt+ArrowDown')
      await page.getByText('Title moved to place 3 of 3.').waitFor()
      expect(await order()).toEqual(['Subtitle', 'Servings', 'Title'])
      await until(() =>
        page.evaluate<boolean>(`document.activeElement.getAttribute('aria-label')?.startsWith('Move Title')`),
      )
      await page.getByRole('link', { name: 'Content model' }).first().click()
      await page.getByRole('main').getByRole('link', { name: 'Recipes' }).last().waitFor()
      await page.goBack()
      await page.getByText('1 change, not applied yet').waitFor()
      expect(await order()).toEqual(['Subtitle', 'Servings', 'Title'])
      const dialog = await review(page)
      await dialog.getByText('Move Title to the end').waitFor()
      await dialog.getByText('No entry changes.').waitFor()

      const waiting = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Export as a file' }).click()
      const file = join(makeFolder(), 'change.json')
      await (await waiting).saveAs(file)
      const applied = await fixture.commands.run(['model', 'apply', file, '--space', 'demo'])
      expect({ ...applied }).toMatchObject({ exitCode: 0 })
      expect(await namesOf(page, 'ordered')).toEqual(['subtitle', 'servings', 'title'])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      visitor.expects('409 POST /api/v1/collections/ordered/changes')
      await page.getByRole('button', { name: 'Review and apply' }).click()
      await page.getByText('Someone else changed this model in the meantime').waitFor()
      await page.getByRole('button', { name: 'Discard mine' }).click()
      await page.getByText('Someone else changed this model in the meantime').waitFor({ state: 'detached' })
    },
  )
  journey('a reference that is a link only is added as one, and the list of fields says so', async () => {
    const visitor = await open('linking')
    const { page } = visitor
    await page.getByRole('button', { name: 'Add a field' }).click()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: /^Reference/ }).click()
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('More')
    await dialog.locator('input[value="linking"]').check()
    await dialog.getByRole('switch', { name: 'Link only' }).check({ force: true })
    await page.setViewportSize({ width: 390, height: 800 })
    await expectAccessible(visitor)
    expect(await measureOverhang(page)).toBe(0)
    await dialog.getByRole('button', { name: 'Add field' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Reference to Recipes' })
    await row.getByText('Link only').waitFor()
    await (await review(page)).getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('The model of Recipes is changed.').waitFor()
    const { fields } = await readModel(page, 'linking')
    expect(fields.at(-1)).toMatchObject({ apiName: 'more', to: ['linking'], link: true })
  })
})
