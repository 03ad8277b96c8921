// The periodic work of a server, run once in a test's space.
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
