// The same spaces on two engines, and generated calls to both: the responses are compared byte for byte, and the call that
// tells the engines apart is told.
import { expect } from 'bun:test'
import fc from 'fast-check'
import { createRandom } from '../../bench/random.ts'
import { createPasswords } from '../../src/accounts/credentials.ts'
import { createUser } from '../../src/accounts/users.service.ts'
import type { RandomBytes } from '../../src/base/ids.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import type { GeneratedSpace } from '../delivery/generated-space.ts'
import { type SignedIn, sendAs, signIn } from '../kit/app/signed-in.ts'
import { createSpaceIn, type TestSpace } from '../kit/app/test-space.ts'
import { openUrl } from '../kit/database/test-databases.ts'
import { type Call, callsOf } from './generated-calls.ts'
import { oddSpace, oddTexts } from './odd-space.ts'

export const callsPerSpace = 40

const seeded = (seed: number): RandomBytes => {
  const random = createRandom(seed)
  return length => Uint8Array.from({ length }, () => random.below(256))
}

interface EngineSide {
  readonly root: TestSpace
  readonly owner: SignedIn
}

interface ReceivedResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Its bytes, a character each. */
  readonly body: string
}

/** What of the text is told on both sides of the first difference. */
const shownCharacters = 60

function findDifference(one: ReceivedResponse, other: ReceivedResponse): string | null {
  for (const part of ['status', 'headers', 'body'] as const) {
    const [a = '', b = ''] = [one, other].map(response =>
      part === 'body' ? response.body : JSON.stringify(response[part]),
    )
    if (a === b) continue
    let at = 0
    while (at < a.length && a[at] === b[at]) at += 1
    const reported = (text: string) =>
      JSON.stringify(text.slice(Math.max(0, at - shownCharacters), at + shownCharacters))
    return `${part}, from ${at} on: ${reported(a)} and ${reported(b)}`
  }
  return null
}

/** The same spaces, one on each engine. */
export class EnginePair {
  readonly #sides: readonly EngineSide[]
  #spaces = 0
  calls = 0
  found = 0

  constructor(engines: readonly EngineSide[]) {
    this.#sides = engines
  }

  async open({ collections, entries }: GeneratedSpace): Promise<TestSpace[]> {
    const number = ++this.#spaces
    return Promise.all(
      this.#sides.map(async ({ root, owner }) => {
        const random = seeded(number)
        const records = [...collections, ...entries] as readonly ImportRecord[]
        const space = await createSpaceIn(root, `space-${number}`, { records, random })
        const parts = { clock: () => space.time.now, random, passwords: createPasswords() }
        const { email, password } = owner
        await createUser(space.database, parts, { email, password, space: space.space, role: 'owner' })
        const switched = await sendAs(space, owner.cookie)('POST', '/api/auth/switch-space', {
          space: `space-${number}`,
        })
        expect(switched.status).toBe(200)
        // Made at one moment: only their ids tell them apart.
        for (const name of oddTexts.slice(number % 7, (number % 7) + 4)) {
          const sent = { name: `${name}!`, scopes: ['content.read', 'schema.read'] }
          expect((await sendAs(space, owner.cookie)('POST', '/api/v1/tokens/api-keys', sent)).status).toBe(
            201,
          )
        }
        return space
      }),
    )
  }

  /** Rejects with the call, and where the responses differ. */
  async expectSame(spaces: readonly TestSpace[], call: Call): Promise<void> {
    const first = await this.#requestAll(spaces, call)
    this.calls += 1
    if (first.status === 200) this.found += 1
    const tag = first.headers.find(([name]) => name === 'etag')?.[1]
    if (!call.again || tag === undefined) return
    const again = { ...call, headers: { ...call.headers, 'If-None-Match': tag } }
    expect((await this.#requestAll(spaces, again)).status).toBe(304)
  }

  async #requestAll(spaces: readonly TestSpace[], call: Call): Promise<ReceivedResponse> {
    const responses = await Promise.all(spaces.map((space, at) => this.#respond(space, at, call)))
    const [one, ...others] = responses
    for (const other of others) {
      const difference = findDifference(one!, other)
      if (difference !== null) throw new Error(`${JSON.stringify(call)}\n${difference}`)
    }
    return one!
  }

  async #respond(
    space: TestSpace,
    at: number,
    { method, path, as, headers, body: sent }: Call,
  ): Promise<ReceivedResponse> {
    const { cookie } = this.#sides[at]!.owner
    const who = { key: { Authorization: `Bearer ${space.key}` }, owner: { Cookie: cookie }, nobody: {} }[as]
    const response = await space.app.request(`http://localhost${path}`, {
      method,
      headers: { ...headers, ...who, ...(sent && { 'Content-Type': 'application/json' }) },
      ...(sent && { body: sent }),
    })
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
    // How long it took, and whether it was kept, is each one's own.
    response.headers.delete('Server-Timing')
    return { status: response.status, headers: [...(response.headers as Headers)], body }
  }

  /** By the management API, on both. */
  async change(spaces: readonly TestSpace[], id: string, verb: string): Promise<void> {
    const path = `/api/v1/entries/${id}/${verb}`
    const call = {
      method: 'POST',
      path,
      as: 'owner',
      again: false,
      headers: { Origin: 'http://localhost' },
      ...(verb === 'publish' && { body: '{"draftVersion":1}' }),
    } as const
    await this.expectSame(spaces, call)
  }
}

async function openEngine(url: string): Promise<EngineSide> {
  const database = openUrl(url)
  await database.migrate()
  const root = await createSpaceIn({ database, url, statements: [] }, 'root', { random: seeded(0) })
  return { root, owner: await signIn(root) }
}

export async function openEnginePair(urls: readonly string[]): Promise<EnginePair> {
  return new EnginePair(await Promise.all(urls.map(openEngine)))
}

export interface Comparison {
  readonly spaces: number
  /** Another one each time where absent. */
  readonly seed?: number
  /** Each space of one engine as it is asked; for who looks whether a difference is found. */
  readonly asAsked?: (space: TestSpace, engine: number) => TestSpace
}

/** Each space is asked, changed, and asked again. Rejects with the call that was answered in two ways. */
export async function compareEngines(
  engines: EnginePair,
  { spaces: numRuns, seed, asAsked = space => space }: Comparison,
): Promise<void> {
  const generated = oddSpace.chain(space =>
    fc.record({
      space: fc.constant(space),
      before: fc.array(callsOf(space), { minLength: callsPerSpace, maxLength: callsPerSpace }),
      after: fc.array(callsOf(space), { minLength: callsPerSpace, maxLength: callsPerSpace }),
      withdrawn: fc.subarray(space.entries.map(({ id }) => id)),
      published: fc.subarray(space.entries.map(({ id }) => id)),
    }),
  )
  await fc.assert(
    fc.asyncProperty(generated, async ({ space, before, after, withdrawn, published }) => {
      const spaces = (await engines.open(space)).map(asAsked)
      for (const call of before) await engines.expectSame(spaces, call)
      for (const each of spaces) each.time.now += 1000
      for (const id of withdrawn) await engines.change(spaces, id, 'unpublish')
      for (const id of published) await engines.change(spaces, id, 'publish')
      if (space.later.length > 0) {
        for (const each of spaces) await each.import(space.later as readonly ImportRecord[])
      }
      for (const call of after) await engines.expectSame(spaces, call)
    }),
    // The call that differs is told: looking for a smaller space with one takes many minutes.
    { numRuns, endOnFailure: true, ...(seed !== undefined && { seed }) },
  )
}
