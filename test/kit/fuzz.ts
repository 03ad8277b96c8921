// How often generated cases run: few by default, more with FUZZ_RUNS.

/**
 * `FUZZ_RUNS=20` runs every property twenty times as often. On PostgreSQL it is a third: each case takes several times
 * as long there, and the logic is the same.
 */
export function fuzzRuns(usual: number): number {
  const factor = Number(process.env.FUZZ_RUNS ?? (process.env.TEST_DATABASE === 'postgres' ? '0.33' : '1'))
  return Math.max(1, Math.round(usual * (Number.isFinite(factor) ? factor : 1)))
}

/** Bun stops a test after 5 seconds; generated cases may take longer. */
export const longTestMs = 300_000
