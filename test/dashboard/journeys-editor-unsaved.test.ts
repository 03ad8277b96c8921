// What is typed and cannot be saved yet stays as it was typed: unfinished JSON, numbers that JSON.parse rounds.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { articleFields, awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('what cannot be saved yet', (fixture, journey) => {
  const write = async (id: string) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    await manageAs(page, 'POST', '/collections', {
      ...{ apiName: 'articles', name: 'Articles', fields: articleFields },
    })
    const data = { title: 'Tide', settings: { a: 1 } }
    await manageAs(page, 'POST', '/entries', { collection: 'articles', id, slug: id, data })
    const warnings: string[] = []
    page.on('dialog', dialog => {
      warnings.push(dialog.type())
      void dialog.accept().catch(() => undefined)
    })
    await openEntry(visitor, 'articles', id)
    return { visitor, page, warnings }
  }

  journey('JSON that is not finished is unsaved, and there after a reload that warned', async () => {
    const { visitor, page, warnings } = await write('unfinished')
    await page.getByLabel('Options').fill('{"a": 1, "b":')
    await page.getByLabel('Score').focus()
    await awaitStatus(page, 'Not saved: check Options')
    await page.getByText('Not saved: Options is not valid JSON yet').first().waitFor()
    await page.reload()
    await visitor.settle()
    expect(warnings).toEqual(['beforeunload'])
    await awaitStatus(page, 'Not saved: check Options')
    expect(await page.getByLabel('Options').inputValue()).toBe('{"a": 1, "b":')

    await manageAs(page, 'PATCH', '/entries/unfinished', { draftVersion: 1, data: { settings: { z: 2 } } })
    await page.getByRole('group', { name: 'Conflict in Options' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Options' }).inputValue()).toBe('{"a": 1, "b":')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('textbox', { name: 'Options' }).fill('{"a": 1, "b": 3}')
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'unfinished')).data.settings).toEqual({ a: 1, b: 3 })
  })

  journey('JSON is never saved as another value than was typed, nor published without it', async () => {
    const { page } = await write('numbers')
    await page.getByLabel('Options').fill('{"a": 9007199254740993}')
    await page.getByLabel('Score').fill('7')
    await awaitStatus(page, 'Not saved: check Options')
    await page.getByText('has 9007199254740993 at /a, which cannot be kept exactly').first().waitFor()
    await page
      .getByRole('button', { name: /^Publish/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('Options has 9007199254740993').waitFor()
    const { data } = await readEntry(page, 'numbers')
    expect([data.settings, data.score]).toEqual([{ a: 1 }, 7])
  })

  journey('a time that clocks have skipped stays as it was typed, and is refused in words', async () => {
    const { page } = await write('skipped')
    await page.getByLabel('Opens').fill('2026-03-29T02:30')
    await page.getByLabel('Score').fill('7')
    await awaitStatus(page, 'Not saved: check Opens')
    await page.getByText('clocks were put forward over this one').first().waitFor()
    expect(await page.getByLabel('Opens').inputValue()).toBe('2026-03-29T02:30')
    await page.getByLabel('Opens').fill('2026-03-29T03:30')
    await awaitStatus(page, savedAt)
    const { data } = await readEntry(page, 'skipped')
    expect([data.opens, data.score]).toEqual(['2026-03-29T01:30:00.000Z', 7])
  })

  journey(
    'without the role, and in an archived entry, unsent text is shown, copied and discarded',
    async () => {
      const { page } = await write('taken')
      const person = await fixture.createUser('eve@example.com', 'author')
      const eve = await fixture.visit({ as: person })
      eve.page.on('dialog', dialog => void dialog.accept().catch(() => undefined))
      eve.expects('403 PATCH /api/v1/entries/taken')
      await openEntry(eve, 'articles', 'taken')
      const args = ['users', 'set-role', '--email', person.email, '--space', 'demo', '--role', 'member']
      expect((await fixture.commands.run(args)).exitCode).toBe(0)
      await eve.page.getByLabel('Summary').fill('Typed in vain')
      const unsent = eve.page.getByRole('region', { name: 'Not saved' })
      await awaitStatus(eve.page, 'Not saved: you may no longer edit')
      await unsent.getByText('Typed in vain').waitFor()
      await eve.page.reload()
      await awaitStatus(eve.page, 'Not saved: you may no longer edit')
      await unsent.getByRole('button', { name: /^Copy/ }).waitFor()
      await expectAccessible(eve)
      await unsent.getByRole('button', { name: 'Discard my text: Summary' }).click()
      await unsent.waitFor({ state: 'detached' })
      expect(await eve.page.getByLabel('Summary').inputValue()).toBe('')

      await page.getByLabel('Options').fill('{"a":')
      await awaitStatus(page, 'Not saved: check Options')
      await manageAs(page, 'POST', '/entries/taken/archive', { draftVersion: 1 })
      await page.reload()
      await page.getByRole('region', { name: 'Not saved' }).getByText('{"a":').waitFor()
      await awaitStatus(page, 'Not saved: check Options')
    },
  )
})
