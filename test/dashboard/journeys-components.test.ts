// Journeys through components in the content model: added, given to a field, shown where they are used, and deleted.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { hero, type landings, seo } from './block-models.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('components', (fixture, journey) => {
  journey('a component is added, chosen for a field of blocks, and shown where it is used', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo/model')
    await page.getByRole('button', { name: 'Add a component' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Newsletter')
    await page.getByRole('radio', { name: 'Mail' }).click()
    await visitor.settle()
    await expectAccessible(visitor)
    await page.getByRole('button', { name: 'Add component' }).click()
    await page.getByRole('heading', { name: 'Newsletter', level: 1 }).waitFor()
    await visitor.settle()
    await expectAccessible(visitor)

    await page.goto('/s/demo/model/books')
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByRole('button', { name: /^Blocks/ }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sections')
    await page.getByRole('checkbox', { name: 'Newsletter' }).check()
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByText('Block of Newsletter, multiple').waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: /^Apply/ }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { doc } = await manageAs(page, 'GET', '/collections/books')
    const added = (doc as unknown as typeof landings).fields.find(
      ({ apiName }: { apiName: string }) => apiName === 'sections',
    )
    expect(added).toMatchObject({ type: 'component', of: ['newsletter'], many: true })

    await page.goto('/s/demo/model/newsletter')
    await page.getByRole('link', { name: 'Books: Sections' }).waitFor()
    await page.getByRole('button', { name: 'Delete the component' }).click()
    await page.getByText('Only a component that no field names can be deleted.').waitFor()
  })

  journey('a component that no field names is deleted', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/s/demo')
    for (const model of [hero, seo]) await manageAs(page, 'POST', '/collections', model)
    await page.goto('/s/demo/model')
    await page.getByRole('link', { name: 'Search engines' }).waitFor()
    expect(await measureOverhang(page)).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: 'Search engines' }).click()
    await page.getByRole('button', { name: 'Delete the component' }).click()
    await page.getByRole('textbox', { name: /^To confirm/ }).fill('seo')
    visitor.allows('404 GET /api/v1/collections/seo')
    await page.getByRole('button', { name: 'Delete component' }).click()
    await page.getByText('Search engines is deleted.').waitFor()
    await page.getByRole('link', { name: 'Hero' }).waitFor()
    expect(await page.getByRole('link', { name: 'Search engines' }).count()).toBe(0)
  })
})
