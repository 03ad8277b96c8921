// Waits for asynchronous conditions, in real time.
const pollMs = 20

/** Resolves with true once the condition holds; false after `patienceMs`. */
export async function comesTrue(
  holds: () => boolean | Promise<boolean>,
  patienceMs = 60_000,
): Promise<boolean> {
  const end = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > end) return false
    await Bun.sleep(pollMs)
  }
  return true
}

/** The same for conditions that a test cannot continue without: fails after four minutes. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await comesTrue(holds, 240_000)))
    throw new Error(`It did not come to be so in four minutes: ${holds}`)
}
