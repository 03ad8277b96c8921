// Journeys with pictures of other sites: what the editor says of them, and how a copy comes into the library.
import { expect } from 'bun:test'
import type { Locator } from 'playwright-core'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'
import { createNotes, listAssets, makePicture, pasteHtml } from './media-pages.ts'

interface Part {
  readonly _type: string
  readonly asset?: Readonly<Record<string, unknown>>
  readonly children?: readonly { readonly text: string }[]
}

describeInBrowser('a picture of another site', (fixture, journey) => {
  const visit = async (id: string, data: object = {}) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    await createNotes(page)
    await manageAs(page, 'POST', '/entries', { collection: 'notes', id, data: { title: id, ...data } })
    await openEntry(visitor, 'notes', id)
    return { visitor, page, text: page.getByRole('textbox', { name: 'Body' }) }
  }
  const bodyOf = async (page: Parameters<typeof readEntry>[0], id: string) =>
    (await readEntry(page, id)).data.body as readonly Part[]
  /** Each picture has bytes of its own: the same bytes again would be the file that is there. */
  const upload = async (button: Locator, name: string, colour: string) => {
    const chooser = button.page().waitForEvent('filechooser')
    await button.click()
    await (await chooser).setFiles(await makePicture(name, colour))
  }

  journey('is said not to be in the library until a copy that was uploaded takes its place', async () => {
    const { visitor, page, text } = await visit('pasted')
    const url = 'https://pictures.example/gull.png'
    await text.focus()
    await pasteHtml(page, `<p>Before</p><img src="${url}" alt="A gull"><p>After</p>`)
    const note = page.getByText('Shown from pictures.example, not stored in your library.')
    await note.waitFor()
    await awaitStatus(page, savedAt)
    await expectAccessible(visitor)
    // Publishing names it.
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('A picture is not in your library').waitFor()
    await dialog.getByText('is shown from pictures.example, not stored').waitFor()
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await note.waitFor()
    await upload(page.getByRole('button', { name: 'Upload a copy' }), 'gull.png', '#1098ad')
    await note.waitFor({ state: 'detached' })
    await awaitStatus(page, savedAt)
    const [asset] = await listAssets(page, 'search=gull')
    expect((await bodyOf(page, 'pasted')).map(part => part.asset ?? part.children![0]!.text)).toEqual([
      'Before',
      { id: asset!.id, alt: 'A gull' },
      'After',
    ])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByText('will be live right away').waitFor()
    expect(await dialog.getByText('not in your library').count()).toBe(0)
  })

  journey('stays a link without a note where somebody decides to keep it', async () => {
    const url = 'https://kept.example/gull.png'
    const { page } = await visit('kept', {
      body: [{ _type: 'image', _key: 'a', asset: { url } }],
      cover: { url: 'https://covers.example/gull.png', title: 'A gull' },
    })
    const cover = page.getByRole('group', { name: 'Cover' })
    await cover.getByText('Shown from covers.example, not stored in your library.').waitFor()
    await page.getByText('Shown from kept.example, not stored in your library.').waitFor()
    await page.locator('.rich-text').getByRole('button', { name: 'Keep the link' }).click()
    await page.reload()
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    await publish.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('is shown from covers.example, not stored').waitFor()
    expect(await dialog.getByText('kept.example').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByText('Shown from kept.example').count()).toBe(0)
    // A field has the same way to a copy, which keeps what was written about the picture.
    await upload(cover.getByRole('button', { name: 'Upload a copy' }), 'cover.png', '#e8590c')
    await cover.getByText('cover.png').waitFor()
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'kept')).data.cover).toMatchObject({
      id: expect.any(String),
      alt: 'A gull',
    })
  })

  journey('is uploaded where its bytes are on the clipboard', async () => {
    const { page, text } = await visit('bytes')
    const { buffer } = await makePicture('any.png', '#f08c00')
    await text.focus()
    const inline = `data:image/png;base64,${buffer.toString('base64')}`
    await pasteHtml(page, `<p>One</p><img src="${inline}"><p>Two</p>`)
    await page.locator('.rich-text-picture img').waitFor()
    await awaitStatus(page, savedAt)
    const [asset] = await listAssets(page, 'search=pasted-picture')
    const parts = await bodyOf(page, 'bytes')
    expect(parts.map(part => part.asset ?? part.children![0]!.text)).toEqual([
      'One',
      { id: asset!.id },
      'Two',
    ])
    expect(await page.getByText('not stored in your library').count()).toBe(0)
  })
})
