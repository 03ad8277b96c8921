// What the home page counts: what clients asked of the content API, and nothing that the dashboard asked itself.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { signIn } from '../kit/signed-in.ts'
import { createTestSpace } from '../kit/test-space.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(60_000)

test('requests of the content API are counted, good and refused ones; no page, probe, preflight or question of the dashboard is', async () => {
  const space = await createTestSpace()
  const owner = await signIn(space)
  const read = async () => {
    const { requests, errors } = (await (await owner.send('GET', '/api/dashboard/activity')).json()) as {
      requests: number
      errors: number
    }
    return [requests, errors]
  }
  expect(await read()).toEqual([0, 0])
  for (const path of ['/', '/healthz', '/docs', '/api/setup', '/nothing', '/api/v1/openapi.json'])
    await space.request(path)
  await owner.send('GET', '/api/v1/tokens/api-keys')
  await space.request('/api/v1/public/schema', { method: 'OPTIONS' })
  expect(await read()).toEqual([0, 0])
  await space.get('/schema')
  await space.get('/content/nothing?depth=1')
  await space.request('/api/v1/public/content/books')
  await space.request('/api/v1/public/schema', {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${space.key}` },
  })
  expect(await read()).toEqual([4, 0])
})
