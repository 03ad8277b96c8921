// Files of drafts in small: with more requests it is `npm run stress file-canaries`.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { createTestSpace, type TestSpace } from '../../kit/app/test-space.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { canaryModel, runFileCanaries } from '../../stress/file-canaries.ts'
import { Findings } from '../../stress/runner.ts'

setDefaultTimeout(longTestMs)

const options = { requests: 1500, requestsPerChange: 10, seed: 7 }

async function brokenBy(change: (space: TestSpace) => TestSpace): Promise<readonly string[]> {
  const findings = new Findings()
  await runFileCanaries(change(await createTestSpace({ records: canaryModel })), findings, options)
  return findings.broken
}

test('no path that was ever handed out delivers what is not live, however it is asked for', async () => {
  expect(await brokenBy(space => space)).toEqual([])
})

test('a cache in front that does not ask again is caught', async () => {
  const broken = await brokenBy(space => {
    const cached = new Map<string, Response>()
    const request: TestSpace['request'] = async (path, init) => {
      if (!path.startsWith('/assets/')) return space.request(path, init)
      const key = `${init?.method} ${path} ${JSON.stringify(init?.headers)}`
      const response = cached.get(key) ?? (await space.request(path, init))
      cached.set(key, response.clone() as Response)
      return response
    }
    return { ...space, request }
  })
  expect(broken.join('\n')).toMatch(/got what is not live/)
})
