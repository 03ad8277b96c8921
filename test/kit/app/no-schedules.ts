// For the jobs of tests that schedule nothing.
import type { ScheduleParts } from '../../../src/authoring/schedules/execute-due-schedules.ts'

const unexpected = (what: unknown) => {
  throw new Error(`No schedule is expected here: ${JSON.stringify(what)}`)
}

export const noSchedules: Omit<ScheduleParts, 'database' | 'clock'> = {
  onDone: unexpected,
  onRefused: unexpected,
  onError: unexpected,
}
