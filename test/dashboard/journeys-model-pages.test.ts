// The pages around the model: what a role may see, variants, and the end of a collection.
import { expect } from 'bun:test'
import type { Role } from '../../src/base/caller.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('the content model', (fixture, journey) => {
  const open = async (path: string, role: Role = 'owner') => {
    const visitor = await fixture.visit({ as: await fixture.createUser(`${role}@example.com`, role) })
    await visitor.page.goto(path)
    await visitor.settle()
    return visitor
  }

  journey('is read by those who may not change it, with a word why', async () => {
    const visitor = await open('/s/demo/model/books', 'editor')
    const { page } = visitor
    await page.getByText('Your role (Editor) can view the content model.').waitFor()
    await page.getByText('Reference to Authors').first().waitFor()
    const buttons = page.getByRole('main').getByRole('button')
    expect(await buttons.allTextContents()).toEqual([])
    await expectAccessible(visitor)
    for (const path of ['/s/demo/model', '/s/demo/variants']) {
      await page.goto(path)
      await visitor.settle()
      await page.getByText('Only owners and admins can change it.').waitFor()
      expect(await page.getByRole('button', { name: /^(?:Add|Edit|Remove)/ }).count()).toBe(0)
    }
  })

  journey('has variants that are added, named, and removed unless entries have values for them', async () => {
    const visitor = await open('/s/demo/model')
    const { page } = visitor
    await page
      .getByRole('navigation', { name: 'Content model' })
      .getByRole('link', { name: 'Variants' })
      .click()
    await page.getByRole('button', { name: 'Add a variant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add variant' }).click()
    await dialog.getByText('Enter an id.').waitFor()
    await expectAccessible(visitor)
    await dialog.getByLabel('Name').fill('Italian')
    await dialog.getByLabel('Id', { exact: true }).fill('returning')
    visitor.expects('409 POST /api/v1/variants')
    await dialog.getByRole('button', { name: 'Add variant' }).click()
    await dialog.getByText('The space has a variant with this id.').waitFor()
    await dialog.getByLabel('Id', { exact: true }).fill('it')
    await dialog.getByRole('button', { name: 'Add variant' }).click()
    await page.getByRole('rowheader', { name: 'Italian' }).waitFor()
    await page.getByRole('button', { name: 'Edit Italian' }).click()
    await dialog.getByLabel('Name').fill('Italiano')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('rowheader', { name: 'Italiano' }).waitFor()
    await page.getByRole('button', { name: 'Remove Italiano' }).click()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('rowheader', { name: 'Italiano' }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Remove Returning readers' }).click()
    visitor.expects('409 DELETE /api/v1/variants/returning')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await dialog.getByText('Could not remove the variant').waitFor()
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  journey('loses a collection only when it is empty and its API name was typed', async () => {
    const visitor = await open('/s/demo/model/books')
    const { page } = visitor
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Delete the collection' }).click()
    await dialog.getByText('Only a collection without entries can be deleted.').waitFor()
    await expectAccessible(visitor)
    await manageAs(page, 'POST', '/collections', { apiName: 'brief', name: 'Brief', fields: [] })
    await page.goto('/s/demo/model/brief')
    await page.getByText('No fields yet.').waitFor()
    await expectAccessible(visitor)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect([width, await measureOverhang(page)]).toEqual([width, 0])
    }
    await page.getByRole('button', { name: 'Edit the collection' }).click()
    await dialog.getByLabel('Name').fill('Briefs')
    await dialog.getByLabel('Single entry').check()
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Review and apply' }).click()
    await dialog.getByText('Change the collection: name, single entry').waitFor()
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('The model of Briefs is changed.').waitFor()

    await page.getByRole('button', { name: 'Delete the collection' }).click()
    const confirm = dialog.getByRole('button', { name: 'Delete collection' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('To confirm, type its API name: brief').fill('brief')
    await confirm.click()
    await page.getByText('Briefs is deleted.').waitFor()
    await page.getByRole('heading', { name: 'Content model', level: 1 }).waitFor()
    visitor.expects('404 GET /api/v1/collections/brief')
    await page.goto('/s/demo/model/brief')
    await page.getByText('There is no collection “brief”').waitFor()
  })
})
