// How often generated cases run: few by default, more with FUZZ_RUNS.

/**
 * `FUZZ_RUNS=20` runs every property twenty times as often. On PostgreSQL it is a third: each case takes several times
 * as long there, and the logic is the same.
 */
export function fuzzRuns(usual: number): number {
  const factor = Number(process.env.FUZZ_RUNS ?? (process.env.TEST_DATABASE === 'postgres' ? '0.33' : '1'))
  return Math.max(1, Math.round(usual * (Number.isFinite(factor) ? factor : 1)))
}

/**
 * The same cases in every run, so that a run does not fail by chance what the one before it passed; fresh ones in the
 * long form with `FUZZ_RUNS`. `FUZZ_SEED` repeats a run: a property that fails prints its seed.
 */
export function fuzzSeed(): number {
  const { FUZZ_SEED, FUZZ_RUNS } = process.env
  if (FUZZ_SEED) return Number(FUZZ_SEED)
  return FUZZ_RUNS ? Math.floor(Math.random() * 2 ** 31) : 1
}

/** No test measures the machine's speed, which others may share: one that takes longer than this hangs. */
export const longTestMs = 900_000
