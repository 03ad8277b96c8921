// From nothing to content that a request reads, in the dashboard alone.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectFocus, measureOverhang } from '../kit/browser/page-checks.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('a new space', (fixture, journey) => {
  const visit = async () => fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })

  journey(
    'gets a blog, a published post, and a key whose request reads it, without the command line',
    async () => {
      const visitor = await visit()
      const { page } = visitor
      await page.goto('/s/demo')
      await page.getByRole('button', { name: 'Space: Ebb Stair Press' }).click()
      await page.getByRole('menuitem', { name: 'New space' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Harbour News')
      await page.getByRole('button', { name: 'Create space' }).click()
      await page.waitForURL('**/s/harbour-news')
      await page.getByRole('main').getByRole('link', { name: 'Add a collection' }).first().click()

      const dialog = page.getByRole('dialog', { name: 'Add a collection' })
      await dialog.getByRole('radio', { name: /^Blog/ }).click()
      await dialog
        .getByText('Title, Summary, Cover, Body, Below the text, Author, Categories, Date')
        .waitFor()
      await expectAccessible(visitor)
      await dialog.getByRole('button', { name: 'Add 3 collections and 3 components' }).click()
      await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
      await page.getByText('Posts has no entries yet').waitFor()
      await expectAccessible(visitor)
      const names = await page.getByRole('navigation').getByRole('link').allTextContents()
      expect(names.filter(name => /^(?:Authors|Categories|Posts)/.test(name))).toEqual([
        'Authors0 entries',
        'Categories0 entries',
        'Posts0 entries',
      ])

      await page.getByRole('link', { name: 'New post' }).click()
      await page.getByLabel('Title').fill('High water at noon')
      await page.getByText('/posts/high-water-at-noon').waitFor()
      await page.getByRole('button', { name: /^Publish/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Publish/ })
        .click()
      await page.getByText('“High water at noon” is published.').waitFor()

      await page.getByRole('link', { name: 'API keys' }).click()
      await page.getByRole('button', { name: 'Create API key' }).first().click()
      const keys = page.getByRole('dialog')
      await keys.getByLabel('Name').fill('Website')
      await keys.getByRole('button', { name: 'Create API key' }).click()
      const secret = await keys.getByRole('textbox', { name: 'API key' }).inputValue()
      await keys.getByRole('button', { name: 'I have copied it' }).click()
      const response = await fetch(`${fixture.url}/api/v1/public/content/posts/high-water-at-noon`, {
        headers: { Authorization: `Bearer ${secret}` },
      })
      expect(response.status).toBe(200)
      expect((await response.json()) as object).toMatchObject({
        doc: { slug: 'high-water-at-noon', data: { title: 'High water at noon', categories: [] } },
      })
    },
  )

  journey('gets the components of pages, of which a page is then made', async () => {
    for (const slug of ['pages', 'taken']) await fixture.commands.run(['spaces', 'create', slug])
    const visitor = await fixture.visit({
      as: await fixture.createUser('ada@example.com', 'owner', 'pages'),
    })
    await fixture.createUser('ada@example.com', 'owner', 'taken')
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/s/pages/model?add=pages')
    const dialog = page.getByRole('dialog', { name: 'Add a collection' })
    await dialog.getByText('Heading, Label, Target').waitFor()
    expect(await measureOverhang(page)).toBeLessThanOrEqual(0)
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Add 1 collection and 5 components' }).click()
    await page.getByRole('link', { name: 'New page' }).click()
    await page.getByLabel('Title').fill('Home')
    await page.getByRole('button', { name: 'Add block' }).click()
    expect(await page.getByRole('option').allTextContents()).toEqual([
      expect.stringContaining('Large picture'),
      expect.stringContaining('Text'),
      expect.stringContaining('Gallery'),
      expect.stringContaining('Quote'),
      expect.stringContaining('Call to action'),
    ])
    await page.getByRole('option', { name: /^Call to action/ }).click()
    await page.getByRole('textbox', { name: 'Label' }).fill('Read on')
    await expectAccessible(visitor)

    // A template adds only the models that the space lacks, and refuses a component whose name a collection has.
    await page.goto('/s/pages/model?add=blog')
    await dialog.getByRole('button', { name: 'Add 3 collections', exact: true }).waitFor()
    const fields = [{ apiName: 'title', type: 'text' }]
    await manageAs(page, 'POST', '/collections', { apiName: 'text', name: 'Texts', fields }, 'taken')
    await page.goto('/s/taken/model?add=pages')
    await dialog.getByText('It needs a component “text”').waitFor()
    expect(await dialog.getByRole('button', { name: /^Add 1 collection/ }).isDisabled()).toBe(true)
    await expectAccessible(visitor)
  })

  journey('without collections leads on to a collection of one’s own, and to its first entry', async () => {
    await fixture.commands.run(['spaces', 'create', 'quay', '--name', 'Quay'])
    await fixture.createUser('quay@example.com', 'owner', 'quay')
    const visitor = await fixture.visit({ as: await fixture.createUser('quay@example.com', 'owner', 'quay') })
    const { page } = visitor
    await page.goto('/s/quay/content')
    await visitor.settle()
    await expectAccessible(visitor)
    await page.goto('/s/quay/model')
    await visitor.settle()
    await expectAccessible(visitor)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect([width, await measureOverhang(page)]).toEqual([width, 0])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('navigation').getByRole('link', { name: 'Add a collection' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a collection' })
    await dialog.getByRole('button', { name: 'Add collection' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await expectAccessible(visitor)
    await dialog.getByLabel('Name', { exact: true }).fill('Opening hours')
    expect(await dialog.getByLabel('API name').inputValue()).toBe('openingHours')
    await dialog.getByLabel('API name').fill('no spaces')
    visitor.expects('400 POST /api/v1/collections')
    await dialog.getByRole('button', { name: 'Add collection' }).click()
    await dialog.getByText('Must be 1 to 64 letters, digits').waitFor()
    await expectFocus(page, 'value', 'no spaces')
    await dialog.getByLabel('API name').fill('hours')
    await dialog.getByLabel('Single entry').check()
    await dialog.getByRole('button', { name: 'Add collection' }).click()
    await page.getByRole('heading', { name: 'Opening hours', level: 1 }).waitFor()
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'New opening hour' }).waitFor()
    // With a field that is not applied yet, the button stays and says what comes first.
    await page.getByRole('button', { name: 'Add a field' }).click()
    const field = page.getByRole('dialog')
    await page.getByRole('button', { name: /^Yes or no/ }).click()
    await field.getByLabel('Name', { exact: true }).fill('Season')
    await field.getByRole('button', { name: 'Add field' }).click()
    await main.getByText('Apply the change first. Entries only have fields').waitFor()
    expect(await main.getByRole('button', { name: 'New opening hour' }).isDisabled()).toBe(true)
    await expectAccessible(visitor)
    await page.getByRole('button', { name: 'Review and apply' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click()
    await main.getByRole('link', { name: 'New opening hour' }).click()
    await page.getByLabel('Title').fill('Always')
    await page.getByText('/hours/always').waitFor()
  })
})
