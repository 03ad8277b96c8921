// The periodic work of a server, run once in a test's space.
import { expect } from 'bun:test'
import { runDueSchedules } from '../../../src/authoring/schedules/execute-due-schedules.ts'
import { serverJobs } from '../../../src/jobs.ts'
import { noSchedules } from './no-schedules.ts'
import type { TestSpace } from './test-space.ts'

/** One job after the other, at the time of the space. Schedules and files have tests of their own. */
export async function runJobs({ database, usage, time }: TestSpace): Promise<void> {
  const jobs = serverJobs({
    database,
    usage,
    clock: () => time.now,
    activityDays: 730,
    schedules: noSchedules,
    cleanUpFiles: async () => {},
  })
  for (const { run } of jobs) await run()
}

/** Executes the schedules that are due at the time of the space. None may be refused or fail. */
export async function runSchedules({ database, space, time }: TestSpace): Promise<void> {
  const never = (error: unknown) => expect(error).toBeUndefined()
  await runDueSchedules(
    { database, clock: () => time.now, onDone: () => {}, onRefused: never, onError: never },
    space,
  )
}
