// A space of a stress program's own on each engine: in a new SQLite file, and in a PostgreSQL started for it.

import { createSpaceIn, type TestSpace, type TestSpaceOptions } from '../kit/app/test-space.ts'
import { cleanUp } from '../kit/cleanup.ts'
import { startCluster } from '../kit/cluster/cluster.ts'
import { createOwnDatabase } from '../kit/cluster/nodes.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { openUrl } from '../kit/database/test-databases.ts'
import type { Findings } from './runner.ts'

/** Options of a program by which an engine is left out. */
export const bothEngines = { sqlite: 1, postgres: 1 } as const

export type CreateSpace = (options: TestSpaceOptions) => Promise<TestSpace>

/** Runs on one engine after the other. Each call of `createSpace` has a database of its own. */
export async function runOnEngines(
  options: { readonly sqlite: number; readonly postgres: number },
  findings: Findings,
  run: (createSpace: CreateSpace) => Promise<void>,
): Promise<void> {
  const runTimed = async (title: string, placeDatabase: () => Promise<string> | string) => {
    findings.say(title)
    const startedAt = performance.now()
    await run(async spaceOptions => {
      const url = await placeDatabase()
      const database = openUrl(url)
      await database.migrate()
      const space = await createSpaceIn({ database, url, statements: [] }, 'main', spaceOptions)
      // As the command does after an import.
      await database.analyze()
      return space
    })
    findings.say(`${Math.round((performance.now() - startedAt) / 1000)} s`)
    await cleanUp()
  }
  try {
    if (options.sqlite > 0) await runTimed('SQLite', () => createCommandLine().databaseUrl)
    if (options.postgres === 0) return
    const cluster = await startCluster()
    let databases = 0
    try {
      await runTimed('PostgreSQL', () => createOwnDatabase(cluster, `frontlist${++databases}`))
    } finally {
      await cluster.remove()
    }
  } finally {
    await cleanUp()
  }
}
