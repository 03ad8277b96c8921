// The document of a page of a space: it may frame the preview sites of this space, for its members only.
import { expect, test } from 'bun:test'
import { readDashboardPack } from '../../src/dashboard/read-pack.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { type SignedIn, signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace } from '../kit/app/test-space.ts'

const space = await createTestSpace()
await createNeighbour(space, 'shop')
const app = serveWith(space, { dashboard: await readDashboardPack() })
const owner = await signIn(space, { email: 'owner@example.com', role: 'owner' })
const member = await signIn(space, { email: 'member@example.com', role: 'member' })
const previewSites = ['https://staging.example.org', 'http://localhost:4321'].map(url => ({ name: url, url }))
await owner.send('PATCH', '/api/dashboard/spaces/main', { previewSites })

const framesOf = async (path: string, as: SignedIn | null) => {
  const headers = { Accept: 'text/html', ...(as && { Cookie: as.cookie }) }
  const page = await app.request(path, { headers })
  const policy = (page.headers.get('Content-Security-Policy') ?? '').split('; ')
  expect(policy).toContain("frame-ancestors 'none'")
  const listed = /name="preview-origins" content="([^"]*)"/.exec(await page.text())?.[1]
  return [policy.find(directive => directive.startsWith('frame-src')), listed]
}

test('a page of a space may frame its preview sites', async () => {
  const origins = 'https://staging.example.org http://localhost:4321'
  for (const user of [owner, member]) {
    for (const path of ['/s/main', '/s/main/content/posts/p1']) {
      expect(await framesOf(path, user)).toEqual([`frame-src ${origins}`, origins])
    }
  }
})

test('other pages frame nothing, and people who are not members learn of no site', async () => {
  const nothing = [undefined, '']
  expect(await framesOf('/', owner)).toEqual(nothing)
  expect(await framesOf('/account', owner)).toEqual(nothing)
  expect(await framesOf('/s/shop', owner)).toEqual(nothing)
  expect(await framesOf('/s/nowhere', owner)).toEqual(nothing)
  expect(await framesOf('/s/main', null)).toEqual(nothing)
  expect(await framesOf('/s/main/nothing-here', owner)).toEqual(nothing)
})
