// Cleanup of what a file's tests created: databases, folders, processes. A module of the kit is loaded once for many
// files, so a hook of its own would belong to the first of them; the hook of preload.ts runs after each file.
type Clear = () => unknown

let tasks: Clear[] = []
/** Of the current test; null between tests, as in a file's `beforeAll`. */
let testTasks: Clear[] | null = null

/** Runs the function after the tests of the current file; functions run in reverse order of registration. */
export function cleanUpLater(clear: Clear): void {
  tasks.push(clear)
}

/** Kills the process with what the file leaves: a failing test does not reach its own end of it. */
export function killLater(child: Bun.Subprocess): void {
  cleanUpLater(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
}

/**
 * Runs the function after the current test, or after the file where no test is running: a node on PostgreSQL asks for
 * newer versions each second until it is closed.
 */
export function cleanUpAfterTest(clear: Clear): void {
  const list = testTasks ?? tasks
  list.push(clear)
}

/** For what all tests of a file use and the first that needs it makes: it is cleared after the file, not the test. */
export function oncePerFile<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () => {
    if (made) return made
    cleanUpLater(() => {
      made = null
    })
    const ofTest = testTasks
    testTasks = null
    made = make().finally(() => {
      testTasks = ofTest
    })
    return made
  }
}

export function beginTest(): void {
  testTasks = []
}

export async function endTest(): Promise<void> {
  const left = (testTasks ?? []).reverse()
  testTasks = null
  await clearAll(left)
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
