// Rotating a key: a new secret under the same id, and how long the one before it goes on being accepted.
import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { testStart } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { docOf, errorsOf, type KeyFixture, openKeyFixture } from './key-fixture.ts'

setDefaultTimeout(longTestMs)

let fixture: KeyFixture
beforeAll(async () => {
  fixture = await openKeyFixture()
})
beforeEach(() => {
  fixture.space.time.now = testStart
})

const inSeconds = (seconds: number) => new Date(fixture.space.time.now + seconds * 1000).toISOString()

async function secretsOf(id: string): Promise<(number | null)[]> {
  const { secrets } = await fixture.stored()
  const ends = secrets.filter(({ key }) => key === id).map(({ valid_until }) => valid_until)
  return ends.sort((a, b) => (b ?? Number.POSITIVE_INFINITY) - (a ?? Number.POSITIVE_INFINITY))
}

describe('a rotation', () => {
  test('gives a new secret and prefix under the same id, and leaves the rest of the record', async () => {
    const { doc, key } = await fixture.create({ scopes: ['content.read', 'schema.read'] })
    fixture.space.time.now += 1000
    const rotated = await fixture.rotate(doc.id)
    expect(rotated.key).not.toBe(key)
    expect(rotated.key).toMatch(/^flst_[0-9A-Za-z]{38}$/)
    const { prefix } = rotated.doc
    expect(prefix).toBe(rotated.key.slice(0, 12))
    expect(rotated.doc).toEqual({ ...doc, prefix, updatedAt: inSeconds(0) })
    expect(await fixture.find(doc.id)).toEqual(rotated.doc)
  })

  for (const [label, body] of [
    ['no body', undefined],
    ['{}', {}],
    ['0', { overlapSeconds: 0 }],
  ] as const) {
    test(`without an overlap (${label}) ends the secret so far at once`, async () => {
      const { doc, key } = await fixture.create()
      const response = await fixture.ask('POST', `/${doc.id}/rotate`, body)
      expect(response.status).toBe(201)
      expect(await fixture.use(key)).toBe('api_key_invalid')
      expect(await fixture.use((JSON.parse(response.text) as { key: string }).key)).toBe('ok')
      expect(await secretsOf(doc.id)).toEqual([null])
    })
  }

  for (const seconds of [1, 60, 604_800]) {
    test(`with an overlap of ${seconds} s accepts the secret so far until that very millisecond`, async () => {
      const { doc, key } = await fixture.create()
      const { key: next } = await fixture.rotate(doc.id, seconds)
      expect(await fixture.use(key)).toBe('ok')
      fixture.space.time.now += seconds * 1000 - 1
      expect([await fixture.use(key), await fixture.use(next)]).toEqual(['ok', 'ok'])
      fixture.space.time.now += 1
      expect([await fixture.use(key), await fixture.use(next)]).toEqual(['api_key_invalid', 'ok'])
    })
  }

  for (const [label, sent] of [
    ['-1', -1],
    ['604801', 604_801],
    ['1.5', 1.5],
    ['"60"', '60'],
    ['null', null],
    ['true', true],
    ['a list', [60]],
    ['1e300', 1e300],
  ] as const) {
    test(`with an overlap of ${label} is refused, and no secret changes`, async () => {
      const { doc, key } = await fixture.create()
      const before = await fixture.stored()
      const response = await fixture.ask('POST', `/${doc.id}/rotate`, { overlapSeconds: sent })
      expect(errorsOf(response)).toEqual(['overlapSeconds must be an integer from 0 to 604800'])
      expect(await fixture.stored()).toEqual(before)
      expect(await fixture.use(key)).toBe('ok')
    })
  }

  test('never lets the secret so far outlive the expiry that the key had, were it prolonged later', async () => {
    const { doc, key } = await fixture.create({ expiresAt: inSeconds(10) })
    const { key: next } = await fixture.rotate(doc.id, 60)
    fixture.space.time.now += 9_999
    expect(await fixture.use(key)).toBe('ok')
    docOf(await fixture.ask('PATCH', `/${doc.id}`, { expiresAt: null }))
    expect(await fixture.use(key)).toBe('ok')
    fixture.space.time.now += 1
    expect([await fixture.use(key), await fixture.use(next)]).toEqual(['api_key_invalid', 'ok'])
  })

  test('of an expired key leaves it expired, and revives no secret when the key is prolonged', async () => {
    const { doc, key } = await fixture.create({ expiresAt: inSeconds(1) })
    fixture.space.time.now += 1000
    const { doc: rotated, key: next } = await fixture.rotate(doc.id, 60)
    expect(rotated.status).toBe('expired')
    expect([await fixture.use(key), await fixture.use(next)]).toEqual(['api_key_invalid', 'api_key_expired'])
    docOf(await fixture.ask('PATCH', `/${doc.id}`, { expiresAt: inSeconds(60) }))
    expect([await fixture.use(key), await fixture.use(next)]).toEqual(['api_key_invalid', 'ok'])
  })

  test('of a rotation leaves two secrets: the one before the last ends now, whatever it was promised', async () => {
    const { doc, key: first } = await fixture.create()
    const { key: second } = await fixture.rotate(doc.id, 600)
    const { key: third } = await fixture.rotate(doc.id, 60)
    const now = fixture.space.time.now
    expect(await Promise.all([first, second, third].map(fixture.use))).toEqual([
      'api_key_invalid',
      'ok',
      'ok',
    ])
    expect(await secretsOf(doc.id)).toEqual([null, now + 60_000])
    const { key: fourth } = await fixture.rotate(doc.id)
    const used = await Promise.all([second, third, fourth].map(fixture.use))
    expect(used).toEqual(['api_key_invalid', 'api_key_invalid', 'ok'])
    expect(await secretsOf(doc.id)).toEqual([null])
  })

  test('at the same moment as another leaves two secrets, and the record shows the one that stays', async () => {
    const { doc, key } = await fixture.create()
    const rotated = await Promise.all([1, 2, 3, 4, 5].map(() => fixture.rotate(doc.id, 60)))
    const used = await Promise.all(rotated.map(({ key }) => fixture.use(key)))
    expect(used.filter(response => response === 'ok').length).toBe(2)
    expect(await fixture.use(key)).toBe('api_key_invalid')
    expect((await secretsOf(doc.id)).length).toBe(2)
    fixture.space.time.now += 60_000
    const left = (await Promise.all(rotated.map(async ({ key }) => [key, await fixture.use(key)]))).filter(
      ([, response]) => response === 'ok',
    )
    expect(left.length).toBe(1)
    expect((await fixture.find(doc.id)).prefix).toBe(left[0]![0]!.slice(0, 12))
  })

  test('gives both secrets what the key may do: a narrowing, an expiry, a revocation holds for both', async () => {
    const { doc, key } = await fixture.create()
    const { key: next } = await fixture.rotate(doc.id, 600)
    const both = () => Promise.all([key, next].map(fixture.use))
    await fixture.ask('PATCH', `/${doc.id}`, { scopes: ['schema.read'] })
    expect(await both()).toEqual(['insufficient_scope', 'insufficient_scope'])
    await fixture.ask('PATCH', `/${doc.id}`, { scopes: ['content.read'], expiresAt: inSeconds(5) })
    fixture.space.time.now += 5000
    expect(await both()).toEqual(['api_key_expired', 'api_key_expired'])
    await fixture.revoke(doc.id)
    expect(await both()).toEqual(['api_key_revoked', 'api_key_revoked'])
    fixture.space.time.now += 600_000
    expect(await both()).toEqual(['api_key_invalid', 'api_key_revoked'])
  })

  test('counts the use of either secret as the use of the key', async () => {
    const { doc, key } = await fixture.create()
    await fixture.rotate(doc.id, 60)
    fixture.space.time.now += 7000
    await fixture.use(key)
    expect((await fixture.find(doc.id)).lastUsedAt).toBe(inSeconds(0))
  })

  test('leaves every other key as it is', async () => {
    const other = await fixture.create()
    const { doc } = await fixture.create()
    const before = await fixture.stored()
    await fixture.rotate(doc.id, 60)
    await fixture.rotate(doc.id)
    const after = await fixture.stored()
    const rest = (stored: typeof before) => stored.secrets.filter(({ key }) => key !== doc.id)
    expect(rest(after)).toEqual(rest(before))
    expect(await fixture.use(other.key)).toBe('ok')
  })
})
