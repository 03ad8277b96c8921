// The engine cannot be told from an answer: whatever is imported and asked, SQLite and PostgreSQL answer alike, byte for
// byte. `FUZZ_RUNS=60` makes a hundred thousand calls.
import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { createRandom } from '../../bench/random.ts'
import { createPasswords } from '../../src/accounts/passwords.ts'
import { createUser } from '../../src/accounts/users.service.ts'
import type { RandomBytes } from '../../src/base/ids.ts'
import type { ImportRecord } from '../../src/publishing/records.ts'
import type { GeneratedSpace } from '../content/generated-space.ts'
import { fuzzRuns } from '../kit/fuzz.ts'
import { leaveBehind } from '../kit/leftovers.ts'
import { dropDatabase, nameDatabase, runSql, withDatabase } from '../kit/postgres-databases.ts'
import { type SignedIn, sendAs, signIn } from '../kit/signed-in.ts'
import { openUrl } from '../kit/test-databases.ts'
import { describeOnPostgres, testServer } from '../kit/test-engine.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { createSpaceIn, type TestSpace } from '../kit/test-space.ts'
import { type Call, callsOf } from './generated-calls.ts'
import { oddSpace, oddTexts } from './odd-space.ts'

const callsPerSpace = 40
/** A hundred thousand calls take a quarter of an hour and more. */
const hourMs = 3_600_000

const seeded = (seed: number): RandomBytes => {
  const random = createRandom(seed)
  return length => Uint8Array.from({ length }, () => random.below(256))
}

interface Twin {
  readonly root: TestSpace
  readonly owner: SignedIn
}

/** The same spaces, one on each engine. */
class Twins {
  readonly #twins: readonly Twin[]
  #spaces = 0
  calls = 0
  found = 0

  constructor(twins: readonly Twin[]) {
    this.#twins = twins
  }

  async open({ collections, entries }: GeneratedSpace): Promise<TestSpace[]> {
    const number = ++this.#spaces
    return Promise.all(
      this.#twins.map(async ({ root, owner }) => {
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

  async expectSame(spaces: readonly TestSpace[], call: Call): Promise<void> {
    const first = await Promise.all(spaces.map((space, at) => this.#answer(space, at, call)))
    expect({ call, ...first[1] }).toEqual({ call, ...first[0]! })
    this.calls += 1
    if (first[0]!.status === 200) this.found += 1
    const tag = first[0]!.headers.find(([name]) => name === 'etag')?.[1]
    if (!call.again || tag === undefined) return
    const headers = { ...call.headers, 'If-None-Match': tag }
    const second = await Promise.all(spaces.map((space, at) => this.#answer(space, at, { ...call, headers })))
    expect({ call, ...second[1] }).toEqual({ call, ...second[0]! })
    expect(second[0]!.status).toBe(304)
  }

  async #answer(space: TestSpace, at: number, { method, path, as, headers }: Call) {
    const { cookie } = this.#twins[at]!.owner
    const who = { key: { Authorization: `Bearer ${space.key}` }, owner: { Cookie: cookie }, nobody: {} }[as]
    const response = await space.app.request(`http://localhost${path}`, {
      method,
      headers: { ...headers, ...who } as Record<string, string>,
    })
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
    // How long it took, and whether it was kept, is each one's own.
    response.headers.delete('Server-Timing')
    return { status: response.status, headers: [...(response.headers as Headers)], body }
  }

  /** By the dashboard's API, on both. */
  async change(spaces: readonly TestSpace[], id: string, verb: string): Promise<void> {
    const path = `/api/dashboard/entries/${id}/${verb}`
    const call = {
      method: 'POST',
      path,
      as: 'owner',
      again: false,
      headers: { Origin: 'http://localhost' },
    } as const
    await this.expectSame(spaces, call)
  }
}

async function openTwin(url: string): Promise<Twin> {
  const database = openUrl(url)
  await database.migrate()
  const root = await createSpaceIn({ database, url, statements: [] }, 'root', { random: seeded(0) })
  return { root, owner: await signIn(root) }
}

/** One that would sort and compare as people of a language do, were it not told otherwise. */
async function createDatabaseOfLanguage(): Promise<string> {
  const name = nameDatabase()
  const locale = "locale_provider icu icu_locale 'en-US' locale 'C'"
  await runSql(testServer(), `create database "${name}" template template0 ${locale}`)
  const url = withDatabase(testServer(), name)
  leaveBehind(() => dropDatabase(url))
  return url
}

describeOnPostgres('SQLite and PostgreSQL', () => {
  let twins: Twins
  beforeAll(async () => {
    const urls = [`sqlite:${join(makeFolder(), 'test.db')}`, await createDatabaseOfLanguage()]
    twins = new Twins(await Promise.all(urls.map(openTwin)))
  })

  test(
    'answer alike, byte for byte, before and after changes',
    async () => {
      const generated = oddSpace.chain(space =>
        fc.record({
          space: fc.constant(space),
          before: fc.array(callsOf(space), { minLength: callsPerSpace, maxLength: callsPerSpace }),
          after: fc.array(callsOf(space), { minLength: callsPerSpace, maxLength: callsPerSpace }),
          withdrawn: fc.subarray(space.entries.map(({ id }) => id)),
          published: fc.subarray(space.entries.map(({ id }) => id)),
        }),
      )
      const runs = fuzzRuns(20)
      await fc.assert(
        fc.asyncProperty(generated, async ({ space, before, after, withdrawn, published }) => {
          const spaces = await twins.open(space)
          for (const call of before) await twins.expectSame(spaces, call)
          for (const each of spaces) each.time.now += 1000
          for (const id of withdrawn) await twins.change(spaces, id, 'unpublish')
          for (const id of published) await twins.change(spaces, id, 'publish')
          if (space.later.length > 0) {
            for (const each of spaces) await each.import(space.later as readonly ImportRecord[])
          }
          for (const call of after) await twins.expectSame(spaces, call)
        }),
        // The call that differs is told: looking for a smaller space with one takes many minutes.
        { numRuns: runs, endOnFailure: true },
      )
      expect(twins.calls).toBeGreaterThanOrEqual(runs * 2 * callsPerSpace)
      // Most of them asked for something that is there.
      expect(twins.found).toBeGreaterThan(twins.calls / 3)
    },
    hourMs,
  )
})
