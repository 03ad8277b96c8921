// Contract 2: making a key, its record, and what is kept of it.
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSpace } from '../../src/accounts/spaces/spaces.service.ts'
import { systemClock } from '../../src/base/clock.ts'
import { Problem } from '../../src/base/errors.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { invalidBody, parseFields } from '../../src/http/body.ts'
import { type NewKey, newKeySchema } from '../../src/keys/keys.schema.ts'
import { createKey, toApiKeyView } from '../../src/keys/keys.service.ts'
import { listKeys, revokeKey } from '../../src/keys/keys.store.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

const usual = { name: 'web', createdBy: 'test' }

/** As a body or a command line has it. */
interface Sent {
  readonly name?: string
  readonly scopes?: readonly string[]
  readonly expiresAt?: string | null
}

async function create(space: TestSpace, sent: Sent) {
  const parts = { clock: () => space.time.now, random: systemRandom }
  const { values, errors } = parseFields(newKeySchema(parts.clock), { name: 'web', ...sent })
  if (errors.length > 0) throw invalidBody(errors)
  const fields = values as unknown as NewKey
  const wanted = { ...fields, createdBy: 'test' }
  return space.database.transaction(writes => createKey(writes, parts, space.space, wanted))
}

/** The faults, or null where the key was made. */
async function errorsOf(space: TestSpace, wanted: Sent): Promise<readonly string[] | null> {
  try {
    await create(space, wanted)
    return null
  } catch (error) {
    if (error instanceof Problem) return (error.errors ?? []).map(({ name, message }) => `${name} ${message}`)
    throw error
  }
}

describe('a new key', () => {
  test('has the record of the contract, and neither secret nor hash in it', async () => {
    const space = await createTestSpace()
    const { doc, key } = await create(space, { name: '  web  ' })
    expect(doc).toEqual({
      id: doc.id,
      name: 'web',
      prefix: key.slice(0, 12),
      scopes: ['content.read'],
      status: 'active',
      createdAt: '2026-06-01T00:00:00.000Z',
      createdBy: 'test',
      updatedAt: '2026-06-01T00:00:00.000Z',
      expiresAt: '2027-06-01T00:00:00.000Z',
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(Object.keys(doc)).toEqual([
      'id',
      'name',
      'prefix',
      'scopes',
      'status',
      'createdAt',
      'createdBy',
      'updatedAt',
      'expiresAt',
      'lastUsedAt',
      'revokedAt',
    ])
    expect(JSON.stringify(doc)).not.toContain(key)
  })

  const names: readonly (readonly [string, string, boolean])[] = [
    ['one character', 'x', true],
    ['100 characters', 'x'.repeat(100), true],
    ['100 emoji, which are 200 units of UTF-16', '🌊'.repeat(100), true],
    ['100 characters and space around them', ` \t${'x'.repeat(100)}\n `, true],
    ['nothing', '', false],
    ['space alone', ' \n\t\u00a0 ', false],
    ['101 characters', 'x'.repeat(101), false],
    ['101 emoji', '🌊'.repeat(101), false],
  ]
  for (const [label, name, taken] of names) {
    test(`${taken ? 'takes' : 'refuses'} a name of ${label}`, async () => {
      const errors = await errorsOf(await createTestSpace(), { name })
      expect(errors === null).toBe(taken)
    })
  }

  const expiries: readonly (readonly [string | null, boolean])[] = [
    [null, true],
    ['2026-06-01T00:00:00.001Z', true],
    ['2026-06-01T02:00:01+02:00', true],
    ['9999-12-31T23:59:59Z', true],
    ['2026-06-01T00:00:00.000Z', false],
    ['2026-06-01T02:00:00+02:00', false],
    ['2020-01-01T00:00:00Z', false],
    ['2027-02-29T00:00:00Z', false],
    ['2027-01-01', false],
    ['2027-01-01T00:00:00', false],
    ['tomorrow', false],
    ['', false],
    ['1893456000000', false],
  ]
  for (const [expiresAt, taken] of expiries) {
    test(`${taken ? 'takes' : 'refuses'} the expiry ${expiresAt}`, async () => {
      const errors = await errorsOf(await createTestSpace(), { expiresAt })
      expect(errors === null).toBe(taken)
    })
  }

  test('counts a scope once, whatever the order', async () => {
    const { doc } = await create(await createTestSpace(), {
      scopes: ['schema.read', 'content.read', 'schema.read'],
    })
    expect([...doc.scopes].sort()).toEqual(['content.read', 'schema.read'])
  })

  test('is refused with every error at once, and nothing is stored', async () => {
    const space = await createTestSpace()
    const errors = await errorsOf(space, {
      name: '',
      scopes: ['content.admin', 'Content.Read'],
      expiresAt: '2020-01-01T00:00:00Z',
    })
    expect(errors?.length).toBe(3)
    expect(errors?.join(' ')).toContain('content.admin, Content.Read')
    expect((await listKeys(space.database.reads, space.space)).length).toBe(1)
  })
})

describe('what is kept of a key', () => {
  testOnSqlite(
    'is its SHA-256: the secret is in no byte of the database, its log or its backup',
    async () => {
      const folder = makeFolder()
      const database = openSqlite(join(folder, 'kept.db'))
      await database.migrate()
      const parts = { clock: systemClock, random: systemRandom }
      const { id } = await database.transaction(writes =>
        createSpace(writes, parts, { slug: 'press', name: 'Press' }),
      )
      const keys: string[] = []
      for (let round = 0; round < 20; round++) {
        keys.push((await database.transaction(writes => createKey(writes, parts, id, usual))).key)
      }
      await database.backup(join(folder, 'copy.db'))
      const search = () => {
        const files = readdirSync(folder)
        expect(files.length).toBeGreaterThan(1)
        for (const name of files) {
          const content = readFileSync(join(folder, name))
          for (const key of keys) {
            expect(content.includes(key)).toBe(false)
            // What comes after the prefix that lists show.
            expect(content.includes(key.slice(12))).toBe(false)
          }
        }
        return files
      }
      expect(search()).toContain('kept.db-wal')
      await database.close()
      const all = search().map(name => readFileSync(join(folder, name)))
      for (const key of keys) {
        const hash = new Bun.CryptoHasher('sha256').update(key).digest('hex')
        expect(all.some(content => content.includes(hash))).toBe(true)
      }
    },
  )

  test('is listed newest first, then by id, of one space only, without secrets', async () => {
    const space = await createTestSpace()
    const other = await createNeighbour(space, 'other')
    for (const moment of [5, 5, 9, 1]) {
      space.time.now += moment * 1000
      await create(space, { name: `at ${moment}` })
    }
    const list = (await listKeys(space.database.reads, space.space)).map(key =>
      toApiKeyView(key, space.time.now),
    )
    const sorted = [...list].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || (a.id < b.id ? -1 : 1))
    expect(list).toEqual(sorted)
    expect(list.length).toBe(5)
    expect((await listKeys(space.database.reads, other.space)).length).toBe(1)
    expect((await listKeys(space.database.reads, null)).length).toBe(6)
    expect(JSON.stringify(list)).not.toMatch(/flst_[0-9A-Za-z]{8,}|[0-9a-f]{64}/)
  })

  test('says active, expired or revoked as the clock and the revocation have it', async () => {
    const space = await createTestSpace()
    const { doc } = await create(space, { expiresAt: '2026-06-01T00:00:10Z' })
    const status = async (now: number) => {
      const [key] = (await listKeys(space.database.reads, space.space)).filter(({ id }) => id === doc.id)
      return toApiKeyView(key!, now).status
    }
    const end = Date.parse('2026-06-01T00:00:10Z')
    expect(await status(end - 1)).toBe('active')
    expect(await status(end)).toBe('expired')
    await space.database.transaction(writes => revokeKey(writes, null, doc.id, end - 5))
    expect(await status(end - 1)).toBe('revoked')
    expect(await status(end)).toBe('revoked')
  })

  test('keeps the time of the first revocation when it is revoked again', async () => {
    const space = await createTestSpace()
    const { doc } = await create(space, {})
    const revoke = (now: number) => space.database.transaction(writes => revokeKey(writes, null, doc.id, now))
    const first = await revoke(1000)
    expect(first?.revokedAt).toBe(1000)
    expect(await revoke(2000)).toEqual(first)
    expect(await space.database.transaction(writes => revokeKey(writes, null, 'nobody', 1))).toBeNull()
  })
})

test(
  'on the command line the secret is shown once and never again',
  async () => {
    const line = createCommandLine()
    expect((await line.run(['spaces', 'create', 'press'])).exitCode).toBe(0)
    const made = await line.run(['keys', 'create', '--space', 'press', '--name', 'web', '--json'])
    expect(made.exitCode).toBe(0)
    const { doc, key } = JSON.parse(made.stdout) as { doc: { id: string }; key: string }
    expect(key).toMatch(/^flst_[0-9A-Za-z]{38}$/)
    for (const args of [
      ['keys', 'list'],
      ['keys', 'list', '--json'],
      ['keys', 'revoke', doc.id, '--json'],
    ]) {
      const { exitCode, stdout, stderr } = await line.run(args)
      expect(exitCode).toBe(0)
      expect(stdout + stderr).toContain(doc.id)
      expect(stdout + stderr).not.toContain(key)
      expect(stdout + stderr).not.toMatch(/[0-9a-f]{64}/)
    }
    const bad = await line.run([
      'keys',
      'create',
      '--space',
      'press',
      '--name',
      'x',
      '--scope',
      'all',
      '--json',
    ])
    expect(bad.exitCode).toBe(2)
    expect(bad.stderr).toContain('all')
  },
  longTestMs,
)
