// A space, its people and a neighbour, with what a test of invitations says: invite, open, accept, and what came of it.
import { createUser } from '../../src/accounts/users.service.ts'
import type { Role } from '../../src/base/caller.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { query } from '../../src/database/database.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { type SignedIn, sendAs, signIn, testPassword } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

export const invitationsPath = '/api/dashboard/invitations'

export interface Invited {
  readonly doc: { readonly id: string; readonly email: string }
  readonly link: string
}

export interface InvitationFixture {
  readonly space: TestSpace
  readonly shop: TestSpace
  readonly owner: SignedIn
  readonly admin: SignedIn
  /** Of the neighbour; asks the same server. */
  readonly shopOwner: SignedIn
  newEmail(): string
  invite(email?: string, role?: Role, as?: SignedIn): Promise<Invited & { readonly token: string }>
  open(token: unknown): Promise<Response>
  accept(token: unknown, password?: unknown): Promise<Response>
  signIn(email: string, password: string): Promise<Response>
  /** An account with the password of tests, and without a session. */
  addUser(email: string, role: Role, to?: TestSpace): Promise<void>
  /** Space and role of each membership, by space. */
  rolesOf(email: string): Promise<readonly (readonly [space: string, role: string])[]>
}

export async function openInvitationFixture(): Promise<InvitationFixture> {
  const space = await createTestSpace()
  const shop = await createNeighbour(space, 'shop')
  const owner = await signIn(space, { email: 'owner@example.com' })
  const admin = await signIn(space, { email: 'admin@example.com', role: 'admin' })
  const neighbour = await signIn(shop, { email: 'shop@example.com' })
  const send = (name: string, body: object) => sendAs(space, null)('POST', `/api/auth/${name}`, body)
  let people = 0
  const newEmail = () => `person${++people}@example.com`
  return {
    space,
    shop,
    owner,
    admin,
    shopOwner: { ...neighbour, send: sendAs(space, neighbour.cookie) },
    newEmail,
    invite: async (email = newEmail(), role = 'member', as = owner) => {
      const response = await as.send('POST', invitationsPath, { email, role })
      if (response.status !== 201) throw new Error(await response.text())
      const invited = (await response.json()) as Invited
      return { ...invited, token: invited.link.split('#token=')[1] ?? '' }
    },
    open: token => send('open-invitation', { token }),
    accept: (token, password = testPassword) => send('accept-invitation', { token, password }),
    signIn: (email, password) => send('sign-in/email', { email, password }),
    addUser: async (email, role, to = space) => {
      // Weak, and so in no time; whoever checks it reads how from the hash.
      const hash = () =>
        Bun.password.hash(testPassword, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
      const passwords = { hash, verify: async () => false }
      const parts = { clock: () => space.time.now, random: systemRandom, passwords }
      await createUser(to.database, parts, { email, password: '', space: to.space, role })
    },
    rolesOf: async email => {
      const rows = await space.database.reads.all(
        query
          .selectFrom('member')
          .innerJoin('user', 'user.id', 'member.user')
          .innerJoin('space', 'space.id', 'member.space')
          .select(['space.slug', 'member.role'])
          .where('user.email', '=', email)
          .orderBy('space.slug'),
      )
      return rows.map(row => [row.slug, row.role])
    },
  }
}

/** The status of a good response, the code of another. */
export async function endOf(response: Response): Promise<string | number> {
  const received = await readResponse(response)
  return received.status < 400 ? received.status : readProblem(received).code
}
