// What the tests of a file made and is to be gone after them: databases, folders, processes. A module of the kit is
// loaded once for many files, so that a hook of its own would belong to the first of them; the hook of preload.ts runs
// after each file.
type Clear = () => void | Promise<void>

let tasks: Clear[] = []

/** Runs it once the tests of the present file are over; the last to be named is the first to be cleared. */
export function leaveBehind(clear: Clear): void {
  tasks.push(clear)
}

/** Clears everything, also after one that fails, whose error is thrown in the end. */
export async function clearLeftovers(): Promise<void> {
  const left = tasks.reverse()
  tasks = []
  const errors: unknown[] = []
  for (const clear of left) {
    try {
      await clear()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
