// Cleanup of what a file's tests created: databases, folders, processes. A module of the kit is loaded once for many
// files, so a hook of its own would belong to the first of them; the hook of preload.ts runs after each file.
type Clear = () => void | Promise<void>

let tasks: Clear[] = []

/** Runs the function after the tests of the current file; functions run in reverse order of registration. */
export function cleanUpLater(clear: Clear): void {
  tasks.push(clear)
}

export async function cleanUp(): Promise<void> {
  const left = tasks.reverse()
  tasks = []
  await clearAll(left)
}

/** Runs all functions even if one fails, then throws the first error. */
export async function clearAll(all: readonly Clear[]): Promise<void> {
  const errors: unknown[] = []
  for (const clear of all) {
    try {
      await clear()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
