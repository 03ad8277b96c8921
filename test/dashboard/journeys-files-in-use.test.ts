// Files that content shows: what replacing and deleting them changes is said before, and who may not is offered neither.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser, type Visitor } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { manageAs } from './manage-as.ts'
import {
  createNotes,
  dropFiles,
  limitUploads,
  listAssets,
  makePicture,
  makeText,
  publishNote,
  readAsset,
  uploadAs,
} from './media-pages.ts'

describeInBrowser(
  'a file that is in use',
  (fixture, journey) => {
    const visit = async (role: 'owner' | 'author' | 'member' = 'owner') => {
      const visitor = await fixture.visit({ as: await fixture.createUser(`${role}@example.com`, role) })
      await visitor.page.goto('/s/demo/media')
      await visitor.settle()
      return visitor
    }
    const open = async (visitor: Visitor, id: string) => {
      const { page } = visitor
      await page.goto(`/s/demo/media?file=${id}`)
      await page.getByRole('complementary').getByRole('textbox', { name: 'Title' }).waitFor()
      await visitor.settle()
      return page.getByRole('complementary')
    }
    const widthOf = (page: Page) =>
      page.locator('.focal-picture img').evaluate((image: { naturalWidth?: number }) => image.naturalWidth)

    journey(
      'is replaced after a look at both and at the entries that change, and the old address leads on',
      async () => {
        const visitor = await visit()
        const { page } = visitor
        await createNotes(page)
        const id = await uploadAs(page, await makePicture('old.png', '#5f3dc4', 64, 64))
        await publishNote(page, 'first', { title: 'First light', cover: { id, alt: 'Dawn' } })
        await manageAs(page, 'PATCH', `/assets/${id}`, { alt: 'Night' })
        const panel = await open(visitor, id)
        await panel.getByText('except where an entry has its own alt text, title or focal point').waitFor()
        const { url } = await readAsset(page, id)
        expect(await widthOf(page)).toBe(64)
        await panel.getByRole('button', { name: 'Replace' }).click()
        const dialog = page.getByRole('dialog', { name: 'Replace “old.png”' })
        await dialog.getByText('Changes on the site right away, in 1 entry').waitFor()
        await dialog.getByRole('link', { name: 'First light' }).waitFor()
        await dialog.getByText('The old address leads to the new file').waitFor()
        await dialog.getByText('Space: ').waitFor()
        await limitUploads(page, 20_000)
        await dropFiles(dialog.locator('.drop-area'), makeText('slow.txt', 400_000))
        await dialog.getByRole('button', { name: 'Replace file' }).click()
        await dialog.getByRole('progressbar', { name: 'Upload of slow.txt' }).waitFor()
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await dialog.getByText('Cancelled').waitFor()
        await limitUploads(page, 'none')
        await dropFiles(dialog.locator('.drop-area'), await makePicture('new.png', '#e67700', 200, 100))
        await dialog.getByText('new.png').waitFor()
        await dialog.getByText(/^200 × 100 · /).waitFor()
        // Neither Escape nor a click beside the dialog loses the file.
        await page.keyboard.press('Escape')
        await page.mouse.click(5, 5)
        await dialog.getByText('Its alt text stays: check that it still fits.').waitFor()
        await dialog.getByText('Alt texts and focal points that entries set themselves stay too').waitFor()
        await expectAccessible(visitor)
        await dialog.getByRole('button', { name: 'Replace file' }).click()
        await page.getByText('Replaced, on the site in 1 entry.').waitFor()
        await page.getByRole('complementary', { name: 'new.png' }).waitFor()
        // The message covers none of the buttons of the file.
        const message = (await page.getByRole('alert').filter({ hasText: 'Replaced' }).boundingBox())!
        const button = (await page
          .getByRole('complementary')
          .getByRole('button', { name: 'Copy URL' })
          .boundingBox())!
        expect(message.y + message.height).toBeLessThanOrEqual(button.y)
        await visitor.settle()
        expect(await widthOf(page)).toBe(200)
        const response = await page.request.get(url, { maxRedirects: 0 })
        expect([response.status(), response.headers().location]).toEqual([
          307,
          new URL((await readAsset(page, id)).url, fixture.url).pathname,
        ])
        expect((await page.request.get(url)).status()).toBe(200)
        // The list of entries asks for it in a small size.
        await page.goto('/s/demo/content/notes')
        const small = page.locator(`.entry-row img[src*='/assets/${id}/file?space=demo&w=96&ar=1:1']`)
        await small.waitFor()
      },
    )

    journey(
      'is deleted once its entries were named, several at once too, and what was open is closed',
      async () => {
        const visitor = await visit()
        const { page } = visitor
        const used = await uploadAs(page, await makePicture('used.png', '#099268'))
        const free = await uploadAs(page, makeText('free.txt', 400))
        await publishNote(page, 'kelp', { title: 'Kelp', gallery: [{ id: used }] })
        const panel = await open(visitor, free)
        await panel.getByRole('button', { name: 'Delete' }).click()
        await page.getByRole('dialog').getByText('No entry uses it. This cannot be undone.').waitFor()
        await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
        await page.getByRole('complementary').waitFor({ state: 'detached' })
        await page.getByText('free.txt').waitFor({ state: 'detached' })

        await uploadAs(page, makeText('other.txt', 500))
        await page.reload()
        await page.getByRole('checkbox', { name: 'Select other.txt' }).check({ force: true })
        await page.getByRole('checkbox', { name: 'Select used.png' }).check({ force: true })
        await page.getByText('2 files selected').waitFor()
        await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
        const dialog = page.getByRole('dialog', { name: 'Delete 2 files?' })
        await dialog.getByText('One of them is used. The entries show nothing in its place').waitFor()
        await dialog.getByRole('link', { name: 'Kelp' }).waitFor()
        await dialog.getByText('Notes · Gallery').waitFor()
        await expectAccessible(visitor)
        await dialog.getByRole('button', { name: 'Delete anyway' }).click()
        await page.getByRole('link', { name: /used\.png/ }).waitFor({ state: 'detached' })
        await dialog.waitFor({ state: 'detached' })
        const names = (await listAssets(page)).map(({ filename }) => filename)
        expect(names).not.toContain('used.png')
        expect(names).not.toContain('other.txt')
        const response = await page.request.get('/api/v1/public/content/notes/kelp', {
          headers: { Authorization: `Bearer ${fixture.key}` },
        })
        expect(((await response.json()) as { doc: { data: object } }).doc.data).toMatchObject({ gallery: [] })
      },
    )

    journey(
      'without alt text is named before its entry is published, which goes on all the same',
      async () => {
        const visitor = await visit()
        const { page } = visitor
        await createNotes(page)
        const bare = await uploadAs(page, await makePicture('bare.png', '#1864ab'))
        const described = await uploadAs(page, await makePicture('described.png', '#2f9e44'))
        const text = await uploadAs(page, makeText('text.txt', 300))
        await manageAs(page, 'PATCH', `/assets/${described}`, { alt: 'Kelp' })
        const data = {
          title: 'Tide',
          cover: { id: bare },
          gallery: [{ id: described }, { id: bare, alt: '' }, { id: text }],
          body: [
            { _type: 'block', children: [{ _type: 'span', text: 'Before' }] },
            { _type: 'image', asset: { id: bare } },
            { _type: 'image', asset: { id: bare, alt: 'The tide' } },
          ],
        }
        await manageAs(page, 'POST', '/entries', { collection: 'notes', id: 'tide', data })
        await page.goto('/s/demo/content/notes/tide')
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: 'Publish “Tide”' })
        const note = dialog.getByRole('note').filter({ hasText: 'Alt text is missing' })
        await note.waitFor()
        expect(await note.getByRole('listitem').allTextContents()).toEqual([
          'Cover has no alt text.',
          'Body (2) has no alt text.',
        ])
        await expectAccessible(visitor)
        // Each leads to its field.
        await note.getByRole('button', { name: 'Cover' }).click()
        await dialog.waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Set a time' }).click()
        const schedule = page.getByRole('dialog', { name: 'Schedule “Tide”' })
        await schedule.getByLabel('Publish on', { exact: true }).fill('2029-07-02T09:30')
        await schedule.getByRole('note').filter({ hasText: 'Cover has no alt text.' }).waitFor()
        await schedule.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
        await page.getByText('“Tide” is published.').waitFor()
      },
    )

    journey('is shown to authors and members with what they may do, and no more', async () => {
      const owner = await visit()
      const shown = await uploadAs(owner.page, await makePicture('shown.png', '#862e9c'))
      const scheduled = await uploadAs(owner.page, await makePicture('later.png', '#364fc7'))
      await publishNote(owner.page, 'seen', { title: 'Seen', cover: { id: shown } })
      const later = { collection: 'notes', id: 'later', data: { title: 'Later', cover: { id: scheduled } } }
      const { draftVersion } = (await manageAs(owner.page, 'POST', '/entries', later)).doc
      const publishAt = new Date(Date.now() + 86_400_000).toISOString()
      const schedule = { draftVersion, publishAt, unpublishAt: null }
      await manageAs(owner.page, 'PUT', '/entries/later/schedule', schedule)

      const author = await visit('author')
      const panel = await open(author, shown)
      await panel.getByText('only people who can publish can change or delete it. Ask an editor.').waitFor()
      expect(await panel.getByRole('slider').count()).toBe(0)
      expect(await panel.getByRole('button').allTextContents()).toEqual(['', 'Copy URL'])
      // What the page cannot know, the server says.
      const other = await open(author, scheduled)
      await other.getByText('Only people who can publish can delete files. Ask an editor.').waitFor()
      author.expects(`403 PATCH /api/v1/assets/${scheduled}`)
      await other.getByRole('textbox', { name: 'Title' }).fill('Later')
      await author.page.keyboard.press('Tab')
      await other.getByRole('alert').getByText('requires the right to publish. Ask an editor.').waitFor()
      expect(await other.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Later')
      await expectAccessible(author)

      const member = await visit('member')
      await member.page.getByText('can view files but not change them.').waitFor()
      expect(await member.page.getByRole('button', { name: 'Upload' }).count()).toBe(0)
      const read = await open(member, scheduled)
      expect(await read.getByRole('button').allTextContents()).toEqual(['', 'Copy URL'])
      expect(await member.page.getByRole('checkbox').count()).toBe(0)
      await expectAccessible(member)
    })
  },
  { isEmpty: true },
)
