// A real space of 64,944 entries: imported by the command in one transaction, then read to its last page.
import { describe, expect } from 'bun:test'
import { join } from 'node:path'
import type { ServedPage } from '../kit/app/served-content.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { writeMovies } from '../kit/import/movies-file.ts'
import { absence, isDataAbsent } from '../kit/import/real-data.ts'
import { makeFolder } from '../kit/test-folder.ts'

interface Report {
  readonly created: number
  readonly unchanged: number
  readonly collections: { readonly created: number }
  readonly losses: readonly { readonly what: string }[]
  readonly dangling: readonly unknown[]
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

describe.skipIf(isDataAbsent)(`movies${absence}`, () => {
  // PostgreSQL has its own measure of imports: npm run bench growth -- --database postgres.
  testOnSqlite(
    '64,944 entries are imported in one transaction, and 1,814 pages hold each of the 36,273 movies once',
    async () => {
      const file = join(makeFolder(), 'movies.ndjson')
      const { repeatedSlugs, ...totals } = await writeMovies(file)
      expect(totals).toEqual({ movies: 36_273, entries: 64_944, references: 197_554 })
      expect(repeatedSlugs).toBeGreaterThan(100)
      const command = createCommandLine()
      await command.run(['spaces', 'create', 'movies'])
      const importAgain = async (): Promise<Report> => {
        const began = performance.now()
        const { exitCode, stdout, stderr } = await command.run([
          'import',
          file,
          '--space',
          'movies',
          '--json',
        ])
        expect([exitCode, stderr]).toEqual([0, ''])
        process.stderr.write(`movies: import ${seconds(began)}\n`)
        return JSON.parse(stdout) as Report
      }
      const report = await importAgain()
      expect(report).toMatchObject({ created: 64_944, dangling: [] })
      // Of equal slugs one stays; the rest are told, each with the number that it got.
      expect(report.losses).toHaveLength(repeatedSlugs)
      expect(report.losses.every(loss => /it became ".*-\d+"/.test(loss.what))).toBe(true)
      expect(await importAgain()).toEqual({
        ...report,
        ...{ created: 0, unchanged: 64_944 },
        collections: { created: 0, changed: 0, unchanged: report.collections.created },
      } as Report)

      const { stdout } = await command.run([
        'keys',
        'create',
        '--space',
        'movies',
        '--name',
        'test',
        '--json',
      ])
      const headers = { Authorization: `Bearer ${(JSON.parse(stdout) as { key: string }).key}` }
      const server = await command.serve()
      const began = performance.now()
      const ids = new Set<string>()
      const slugs = new Set<string>()
      let last: ServedPage | null = null
      let before = 'a'
      for (let page = 1; page <= 1814; page++) {
        const response = await fetch(`${server.url}/api/v1/public/content/movies?page=${page}&perPage=20`, {
          headers,
        })
        const received = (await response.json()) as ServedPage
        expect([received.count, received.pagesCount]).toEqual([36_273, 1814])
        for (const { id, slug, publishedAt } of received.list) {
          if (ids.has(id)) throw new Error(`${id} is on two pages.`)
          if (publishedAt > before) throw new Error(`${id} is out of order.`)
          before = publishedAt
          ids.add(id)
          slugs.add(slug)
        }
        last = received
      }
      process.stderr.write(`movies: 1814 pages ${seconds(began)}\n`)
      expect([ids.size, slugs.size, last?.list.length]).toEqual([36_273, 36_273, 13])
      const past = await fetch(`${server.url}/api/v1/public/content/movies?page=1815&perPage=20`, { headers })
      expect(await past.json()).toEqual({ list: [], count: 36_273, pagesCount: 1814 })
      expect(await server.stop()).toBe(0)
    },
    longTestMs,
  )
})
