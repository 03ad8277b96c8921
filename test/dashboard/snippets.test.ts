// The snippets of "Try it", run: what a shell hands to curl and what fetch is called with is the request of the form.
import { expect, test } from 'bun:test'
import { toCurl, toFetch } from '../../dashboard/pages/try-it/code/snippets.ts'
import { readSearch, toApiPath } from '../../dashboard/pages/try-it/request/try-request.ts'

const shells = ['sh', 'bash', 'dash', 'zsh'].filter(shell => Bun.which(shell) !== null)
const slugs = ['tide-tables', 'it\'s $(id) `id` \\ "x" !! *', 'kelp/for\nsupper', '100% 🌊?#&=+;', "'", '\\']
const keys = ['flst_x', "it's", '$HOME', '"`id`"', '\\']

const urlOf = (slug: string) => {
  const request = { ...readSearch('collection=books&depth=2&variants=a,b'), slug }
  return `http://localhost:3000${toApiPath(request)}`
}

function wordsOf(shell: string, line: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`
  const run = Bun.spawnSync([shell, '-c', script], { env: { FRONTLIST_KEY: 'flst_from_environment' } })
  expect(run.stderr.toString()).toBe('')
  return run.stdout.toString().split('\0').slice(0, -1)
}

test('curl gets the address whole, and the key from the environment', () => {
  for (const shell of shells) {
    for (const url of slugs.map(urlOf)) {
      const words = wordsOf(shell, toCurl({ url, key: null }))
      expect(words).toEqual(['-H', 'Authorization: Bearer flst_from_environment', url])
    }
  }
})

test('curl does not take the brackets of a query for a range', () => {
  const url = `http://localhost:3000${toApiPath(readSearch('collection=books&filter[price][lt]=9&any[title]=[a]'))}`
  expect(url).toEndWith('/books?filter[price][lt]=9&any[title]=%5Ba%5D')
  for (const shell of shells)
    expect(wordsOf(shell, toCurl({ url, key: null }))).toEqual(['-g', '-H', expect.any(String), url])
})

test('a key that is shown reaches curl as it is', () => {
  for (const shell of shells) {
    for (const key of keys) {
      const words = wordsOf(shell, toCurl({ url: urlOf('x'), key }))
      expect(words[1]).toBe(`Authorization: Bearer ${key}`)
    }
  }
})

/** The snippet's own text, with a `fetch` that notes what it was called with. */
async function callsOf(snippet: string): Promise<readonly unknown[]> {
  const calls: unknown[] = []
  const fetch = (...given: unknown[]) => {
    calls.push(...given)
    return { ok: true, json: () => ({}) }
  }
  const environment = { env: { FRONTLIST_KEY: 'flst_from_environment' } }
  const run = new Function('fetch', 'process', 'console', `return (async () => {${snippet}})()`)
  await run(fetch, environment, { log: () => {} })
  return calls
}

test('fetch is called with the address, and the key from the environment', async () => {
  for (const url of slugs.map(urlOf)) {
    expect(await callsOf(toFetch({ url, key: null }))).toEqual([
      url,
      { headers: { Authorization: 'Bearer flst_from_environment' } },
    ])
  }
})

test('a key that is shown reaches fetch as it is', async () => {
  for (const key of keys) {
    const [, init] = await callsOf(toFetch({ url: urlOf('x'), key }))
    expect(init).toEqual({ headers: { Authorization: `Bearer ${key}` } })
  }
})

test('the secret is in no snippet unless it is asked for', () => {
  expect(toCurl({ url: urlOf('x'), key: null })).toBe(
    `curl -H "Authorization: Bearer $FRONTLIST_KEY" \\\n  'http://localhost:3000/api/v1/public/content/books/x?depth=2&variants=a,b'`,
  )
  expect(toFetch({ url: urlOf('x'), key: null })).not.toContain('flst_')
})
