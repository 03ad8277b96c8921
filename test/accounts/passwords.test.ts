// Passwords: how they are kept, how many are worked on at a time, and that reading goes on meanwhile.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createPasswords } from '../../src/accounts/credentials.ts'
import { createUser } from '../../src/accounts/users.service.ts'
import { Problem } from '../../src/base/errors.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { query } from '../../src/database/database.ts'
import { openLibrary } from '../kit/app/library-space.ts'
import { sendAs } from '../kit/app/signed-in.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const argon2 = (timeCost: number, memoryCost: number) =>
  Bun.password.hash('right', { algorithm: 'argon2id', timeCost, memoryCost })

/** Hashes that are looked at in no time, in a quarter of a second, and in a second. */
let quick = ''
let slow = ''
let slowest = ''
beforeAll(async () => {
  quick = await argon2(1, 8)
  slow = await argon2(15, 19_456)
  slowest = await argon2(40, 19_456)
})

describe('a password', () => {
  test('is kept as Argon2id with the parameters that OWASP names, and a salt of its own', async () => {
    const { hash } = createPasswords()
    const [one, other] = await Promise.all([hash('the same'), hash('the same')])
    for (const text of [one, other]) expect(text).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(one).not.toBe(other)
  })

  test.each<[string, string, string]>([
    ['in what follows NUL', 'abcdefgh\u0000one', 'abcdefgh\u0000two'],
    ['in the 73rd byte', `${'a'.repeat(72)}b`, `${'a'.repeat(72)}c`],
    ['in the last of 256 characters', `${'🌊'.repeat(127)}aa`, `${'🌊'.repeat(127)}ab`],
    ['in a space at its end', 'abcdefgh', 'abcdefgh '],
  ])('that differs %s is another', async (_, one, other) => {
    const { hash, verify } = createPasswords()
    const stored = await hash(one)
    expect([await verify(one, stored), await verify(other, stored)]).toEqual([true, false])
  })
})

describe('of many at once', () => {
  test('two run: the third begins when one of them is done', async () => {
    const { verify } = createPasswords()
    const done: string[] = []
    await Promise.all([
      verify('right', slow).then(() => done.push('slow')),
      verify('right', slow).then(() => done.push('slow')),
      verify('right', quick).then(() => done.push('quick')),
    ])
    expect(done[0]).toBe('slow')
    await Promise.all([
      verify('right', slow).then(() => done.push('slow')),
      verify('right', quick).then(() => done.push('quick')),
    ])
    // Two do run: the quick one does not wait.
    expect(done[3]).toBe('quick')
  })

  test('a hundred wait, in turn; the 103rd is refused for now', async () => {
    const { verify } = createPasswords()
    const done: number[] = []
    const all = [slow, slow, ...Array<string>(103).fill(quick)].map((hash, place) =>
      verify('right', hash).then(() => void done.push(place)),
    )
    const ends = await Promise.allSettled(all)
    const refused = ends.flatMap((end, place) =>
      end.status === 'rejected' ? [{ place, error: end.reason }] : [],
    )
    expect(refused.map(({ place }) => place)).toEqual([102, 103, 104])
    for (const { error } of refused) {
      expect(error).toBeInstanceOf(Problem)
      expect(error).toMatchObject({ code: 'unavailable', status: 503, headers: { 'Retry-After': '2' } })
    }
    expect(done.length).toBe(102)
    expect(await verify('right', quick)).toBe(true)
  })

  test('one that fails makes room for the next', async () => {
    const { verify } = createPasswords()
    for (let time = 0; time < 5; time++) await expect(verify('right', 'no hash')).rejects.toThrow()
    expect(await verify('right', quick)).toBe(true)
  })
})

// On PostgreSQL some come to the line so late that the first are through.
testOnSqlite(
  'while sign-ins wait, content is read; a sign-in that finds the queue full gets a 503 that does not count',
  async () => {
    const library = await openLibrary()
    const addUser = (email: string, hash: string) => {
      const passwords = { hash: async () => hash, verify: async () => true }
      const parts = { clock: () => library.time.now, random: systemRandom, passwords }
      return createUser(library.database, parts, {
        email,
        password: '',
        space: library.space,
        role: 'member',
      })
    }
    const emails = Array.from({ length: 105 }, (_, place) => `u${place}@example.com`)
    for (const [place, email] of emails.entries()) await addUser(email, place < 2 ? slowest : quick)
    let isOver = false
    const signIns = Promise.all(
      emails.map((email, place) => {
        const headers = { 'X-Test-Address': `192.0.2.${place}` }
        const body = { email, password: 'right' }
        return sendAs(library, null)('POST', '/api/auth/sign-in/email', body, headers)
      }),
    ).finally(() => {
      isOver = true
    })
    let reads = 0
    while (!isOver) {
      expect((await library.get('/content/books?depth=1')).status).toBe(200)
      reads += 1
      await Bun.sleep(1)
    }
    const responses = await signIns
    const refused = responses.filter(({ status }) => status === 503)
    // On a busy machine the first may be through before the last have come: then fewer are refused.
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(105 - refused.length)
    for (const { headers } of refused) expect(headers.get('Retry-After')).toBe('2')
    // One read waits for a few writes, not for all of them.
    expect(reads).toBeGreaterThan(5)
    expect(await library.database.reads.all(query.selectFrom('sign_in_failure').selectAll())).toEqual([])
  },
)
