// Inviting somebody into the space: who may, as what, and the link that comes of it.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { schemaError } from '../kit/app/open-api.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { type SignedIn, sendAs } from '../kit/app/signed-in.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import {
  endOf,
  type InvitationFixture,
  type Invited,
  invitationsPath,
  openInvitationFixture,
} from './invitation-fixture.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

let newEmail: InvitationFixture['newEmail']
let space: TestSpace
let shop: TestSpace
let owner: SignedIn
let admin: SignedIn
let shopOwner: SignedIn
beforeAll(async () => {
  ;({ space, shop, owner, admin, shopOwner, newEmail } = await openInvitationFixture())
})

describe('inviting', () => {
  test('returns the invitation and, this once, its link; the list has all but the link', async () => {
    const response = await admin.send('POST', invitationsPath, { email: ' New@Example.com', role: 'admin' })
    expect(response.status).toBe(201)
    const body = (await response.json()) as Invited
    expect(schemaError('NewInvitation', body)).toBeNull()
    expect(body).toEqual({
      doc: {
        id: body.doc.id,
        email: 'new@example.com',
        role: 'admin',
        createdAt: '2026-06-01T00:00:00.000Z',
        createdBy: admin.email,
        expiresAt: '2026-06-08T00:00:00.000Z',
      },
      link: expect.stringMatching(/^http:\/\/localhost\/invitation#token=[0-9A-Za-z]{40}$/),
    } as object as Invited)
    const list = await (await owner.send('GET', invitationsPath)).text()
    expect(JSON.parse(list)).toEqual({ list: [body.doc], count: 1, pagesCount: 1 })
    expect(schemaError('InvitationList', JSON.parse(list))).toBeNull()
    const rows = await space.database.reads.all(query.selectFrom('invitation').selectAll())
    const token = body.link.split('=')[1]!
    expect(rows.map(({ hash }) => hash)).toEqual([new Bun.CryptoHasher('sha256').update(token).digest('hex')])
    for (const text of [list, JSON.stringify(rows)]) expect(text).not.toContain(token)
    expect(await endOf(await owner.send('DELETE', `${invitationsPath}/${body.doc.id}`))).toBe(200)
  })

  test('makes the link with the origin of PUBLIC_URL, whatever Host was asked', async () => {
    const publicUrl = 'https://content.example.com'
    const over = serveWith(space, { publicUrl })
    const headers = { Origin: publicUrl, Host: 'evil.example', Cookie: `__Host-${owner.cookie}` }
    const response = await sendAs(over, null)(
      'POST',
      invitationsPath,
      { email: newEmail(), role: 'member' },
      headers,
    )
    expect(((await response.json()) as Invited).link).toStartWith(`${publicUrl}/invitation#token=`)
  })

  test.each<['owner' | 'admin', string, number | string]>([
    ['owner', 'owner', 201],
    ['owner', 'admin', 201],
    ['owner', 'editor', 201],
    ['owner', 'author', 201],
    ['owner', 'member', 201],
    ['admin', 'owner', 'role_required'],
    ['admin', 'admin', 201],
    ['admin', 'editor', 201],
    ['admin', 'author', 201],
    ['admin', 'member', 201],
    ['owner', 'viewer', 'invalid_body'],
    ['owner', '', 'invalid_body'],
  ])('an %s invites somebody as %p: %p', async (who, role, end) => {
    const email = newEmail()
    expect(
      await endOf(await (who === 'owner' ? owner : admin).send('POST', invitationsPath, { email, role })),
    ).toBe(end)
    const rows = query.selectFrom('invitation').select('role').where('email', '=', email)
    expect(await space.database.reads.all(rows)).toHaveLength(end === 201 ? 1 : 0)
  })

  test('a member is not invited again, in whichever letters; one of another space is', async () => {
    for (const email of [admin.email, admin.email.toUpperCase()]) {
      expect(await endOf(await owner.send('POST', invitationsPath, { email, role: 'member' }))).toBe(
        'member_exists',
      )
    }
    expect(
      await endOf(await owner.send('POST', invitationsPath, { email: shopOwner.email, role: 'member' })),
    ).toBe(201)
  })

  test('tells all errors, and takes neither a space nor a time from the body', async () => {
    const response = await readResponse(
      await owner.send('POST', invitationsPath, {
        email: 'x',
        space: shop.space,
        expiresAt: '2030-01-01T00:00:00Z',
      }),
    )
    expect(readProblem(response).errors?.map(({ name }) => name)).toEqual([
      'email',
      'role',
      'space',
      'expiresAt',
    ])
  })
})
