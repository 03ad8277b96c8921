// The specification of endpoints 3 and 4 and of "Authentication", sentence by sentence: a row quotes the gist of one and
// shows that it holds.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ApiKeyView } from '../../src/keys/keys.schema.ts'
import { foreignCanary } from '../kit/app/library-space.ts'
import { type ReceivedResponse, readProblem, readResponse } from '../kit/app/responses.ts'
import { type Send, type SignedIn, sendAs, signIn } from '../kit/app/signed-in.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { docOf, type KeyFixture, keysPath, type NewApiKey, openKeyFixture } from './key-fixture.ts'

setDefaultTimeout(longTestMs)

let fixture: KeyFixture
let admin: SignedIn
let member: SignedIn
let foreignId: string
beforeAll(async () => {
  fixture = await openKeyFixture()
  admin = await signIn(fixture.space, { email: 'admin@example.com', role: 'admin' })
  member = await signIn(fixture.space, { email: 'member@example.com', role: 'member' })
  const response = await fixture.neighbourOwner.send('POST', keysPath, { name: 'theirs' })
  foreignId = ((await response.json()) as NewApiKey).doc.id
})

const content = '/api/v1/public/content/c'
async function read(path: string, headers: Record<string, string> = {}): Promise<ReceivedResponse> {
  return readResponse(await fixture.space.request(path, { headers }))
}
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const codeOf = (response: ReceivedResponse) => `${response.status} ${readProblem(response).code}`
const list = ({ text }: ReceivedResponse) =>
  JSON.parse(text) as { list: ApiKeyView[]; count: number; pagesCount: number }
const request = async (send: Send, method: string, path: string, body?: object) =>
  readResponse(await send(method, keysPath + path, body))

async function expectManagersOnly(method: string, path: string, body?: object): Promise<void> {
  for (const { send } of [fixture.owner, admin])
    expect((await request(send, method, path, body)).status).toBe(200)
  expect(codeOf(await request(member.send, method, path, body))).toBe('403 role_required')
  expect(codeOf(await request(sendAs(fixture.space, null), method, path, body))).toBe('401 session_required')
}

type Section = readonly (readonly [sentence: string, holds: () => Promise<void>])[]

const endpoint3: Section = [
  [
    'PATCH /api/v1/tokens/api-keys/:id',
    async () => {
      const { doc } = await fixture.create()
      const response = await fixture.owner.send('PATCH', `/api/v1/tokens/api-keys/${doc.id}`, {})
      expect(response.status).toBe(200)
      for (const method of ['PUT', 'POST', 'GET']) {
        expect(
          codeOf(await fixture.ask(method, `/${doc.id}`, method === 'GET' ? undefined : {})),
        ).toStartWith('405')
      }
    },
  ],
  [
    'Authentication: session (dashboard login), owner or admin',
    async () => expectManagersOnly('PATCH', `/${(await fixture.create()).doc.id}`, { name: 'x' }),
  ],
  [
    'Path parameter: id (required, the token ID)',
    async () => {
      const [one, other] = [await fixture.create(), await fixture.create()]
      await fixture.ask('PATCH', `/${one.doc.id}`, { name: 'only this one' })
      expect((await fixture.find(other.doc.id)).name).toBe('web')
      expect(codeOf(await readResponse(await fixture.owner.send('PATCH', keysPath, {})))).toStartWith('405')
    },
  ],
  [
    'JSON object that renames the key',
    async () => {
      const { doc } = await fixture.create()
      expect(docOf(await fixture.ask('PATCH', `/${doc.id}`, { name: 'renamed' })).name).toBe('renamed')
    },
  ],
  [
    '… changes its expiry',
    async () => {
      const { doc, key } = await fixture.create()
      const soon = new Date(fixture.space.time.now + 1000).toISOString()
      expect(docOf(await fixture.ask('PATCH', `/${doc.id}`, { expiresAt: soon })).expiresAt).toBe(soon)
      fixture.space.time.now += 1000
      expect(await fixture.use(key)).toBe('api_key_expired')
    },
  ],
  [
    '… or adjusts its scopes',
    async () => {
      const { doc, key } = await fixture.create()
      const changed = docOf(await fixture.ask('PATCH', `/${doc.id}`, { scopes: ['schema.read'] }))
      expect(changed.scopes).toEqual(['schema.read'])
      expect(await fixture.use(key)).toBe('insufficient_scope')
    },
  ],
  [
    '200: { doc }, the updated key',
    async () => {
      const { doc } = await fixture.create()
      const response = await fixture.ask('PATCH', `/${doc.id}`, { name: 'updated' })
      expect(Object.keys(JSON.parse(response.text) as object)).toEqual(['doc'])
      expect(docOf(response)).toEqual(await fixture.find(doc.id))
    },
  ],
  [
    "404: token not found in the caller's space",
    async () => {
      for (const id of ['nobody', foreignId]) {
        expect(codeOf(await fixture.ask('PATCH', `/${id}`, { name: 'x' }))).toBe('404 api_key_not_found')
      }
    },
  ],
]

const endpoint4: Section = [
  [
    'GET /api/v1/tokens/api-keys',
    async () => {
      expect((await fixture.owner.send('GET', '/api/v1/tokens/api-keys')).status).toBe(200)
    },
  ],
  ['Authentication: session (dashboard login), owner or admin', () => expectManagersOnly('GET', '')],
  [
    'Lists the API keys of the current space',
    async () => {
      const { doc } = await fixture.create()
      await signIn(fixture.neighbour, { email: admin.email, role: 'admin' })
      const ids = async () => list(await request(admin.send, 'GET', '?perPage=1000')).list.map(({ id }) => id)
      const switchTo = (space: string) => admin.send('POST', '/api/auth/switch-space', { space })
      expect([(await ids()).includes(doc.id), (await ids()).includes(foreignId)]).toEqual([true, false])
      await switchTo(foreignCanary)
      expect([(await ids()).includes(doc.id), (await ids()).includes(foreignId)]).toEqual([false, true])
      await switchTo('main')
      expect(await ids()).toContain(doc.id)
    },
  ],
  [
    'page: integer, default 1; perPage: integer, default 20',
    async () => {
      for (let count = 0; count < 21; count++) await fixture.create()
      const usual = await fixture.ask('GET', '')
      expect((await fixture.ask('GET', '?page=1&perPage=20')).text).toBe(usual.text)
      expect(list(usual).list.length).toBe(20)
      expect(list(await fixture.ask('GET', '?page=2')).list.length).toBeGreaterThan(0)
      expect(list(await fixture.ask('GET', '?perPage=3&page=2')).list).toEqual(list(usual).list.slice(3, 6))
    },
  ],
  [
    '200: { list, count, pagesCount } of API keys',
    async () => {
      const page = list(await fixture.ask('GET', '?perPage=7'))
      expect(Object.keys(page)).toEqual(['list', 'count', 'pagesCount'])
      expect(page.pagesCount).toBe(Math.ceil(page.count / 7))
    },
  ],
  [
    '401: not logged in',
    async () => expect((await request(sendAs(fixture.space, null), 'GET', '')).status).toBe(401),
  ],
]

const authentication: Section = [
  [
    'Content requires an API key in Authorization: Bearer <API_KEY>',
    async () => {
      const { key } = await fixture.create()
      for (const path of [content, `${content}/e`]) {
        expect((await read(path, bearer(key))).status).toBe(200)
        expect(codeOf(await read(path))).toBe('401 api_key_missing')
        expect(codeOf(await read(`${path}?api_key=${key}`))).toBe('401 api_key_missing')
        expect(codeOf(await read(path, { Cookie: fixture.owner.cookie }))).toBe('401 api_key_missing')
      }
    },
  ],
  [
    'The key must carry the scope content.read',
    async () => {
      const { key } = await fixture.create({ scopes: ['schema.read'] })
      for (const path of [content, `${content}/e`]) {
        expect(codeOf(await read(path, bearer(key)))).toBe('403 insufficient_scope')
      }
    },
  ],
  [
    '… and is bound to a space',
    async () => {
      const ids = async (key: string) => list(await read(content, bearer(key))).list.map(({ id }) => id)
      expect(await ids((await fixture.create()).key)).toEqual(['e'])
      expect(await ids(fixture.neighbour.key)).not.toEqual(['e'])
    },
  ],
  [
    'No session or cookie is needed',
    async () => {
      const response = await read(content, bearer((await fixture.create()).key))
      expect([response.status, response.headers.get('Set-Cookie')]).toEqual([200, null])
    },
  ],
  [
    'A missing or invalid key on the list endpoint gives 401',
    async () => {
      expect(codeOf(await read(content))).toBe('401 api_key_missing')
      expect(codeOf(await read(content, bearer('flst_x')))).toBe('401 api_key_invalid')
    },
  ],
  [
    'Key management is session-authenticated; the Authorization header of the samples is no session',
    async () => {
      const { doc, key } = await fixture.create()
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', `/${doc.id}`, { name: 'x' }],
      ] as const) {
        const alone = await sendAs(fixture.space, null)(method, keysPath + path, body, bearer(key))
        expect(codeOf(await readResponse(alone))).toBe('401 session_required')
        expect((await fixture.ask(method, path, body, bearer(key))).status).toBe(200)
      }
    },
  ],
  [
    'Keys are created for the space, with the scope content.read for content reading',
    async () => {
      const { doc, key } = await fixture.create()
      expect(doc.scopes).toEqual(['content.read'])
      expect(await fixture.use(key)).toBe('ok')
    },
  ],
  [
    "Key management acts only on keys of the caller's space; a key of another yields 404 on update",
    async () => {
      const before = await fixture.stored()
      for (const [method, rest] of [['PATCH'], ['DELETE'], ['POST', '/rotate']] as const) {
        const response = await fixture.ask(method, `/${foreignId}${rest ?? ''}`)
        expect(codeOf(response)).toBe('404 api_key_not_found')
      }
      expect(await fixture.stored()).toEqual(before)
    },
  ],
]

for (const [title, section] of Object.entries({
  'Endpoint 3, update an API key': endpoint3,
  'Endpoint 4, list API keys': endpoint4,
  Authentication: authentication,
})) {
  describe(title, () => {
    for (const [sentence, holds] of section) test(sentence, holds)
  })
}
