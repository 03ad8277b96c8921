// What the tests of a file made and is to be gone after them: databases, folders. A module of the kit is loaded once
// for all files, so that a hook of its own would belong to the first of them; instead, whatever a file left is cleared
// when the next one makes something, and the last one's at the end of the run (preload.ts).
type Clear = () => void | Promise<void>

let file = ''
const tasks: Clear[] = []
let clearing: Promise<void> = Promise.resolve()

/** Runs it once the tests of the present file are over; the last to be named is the first to be cleared. */
export function leaveBehind(clear: Clear): void {
  // Of a test run this is the file whose tests run.
  if (Bun.main !== file) {
    void clearLeftovers()
    file = Bun.main
  }
  tasks.push(clear)
}

/** Comes back when what earlier files left is gone. */
export function clearingOfOthers(): Promise<void> {
  if (Bun.main !== file) return clearLeftovers()
  return clearing
}

export function clearLeftovers(): Promise<void> {
  const left = tasks.splice(0).reverse()
  // A failure is told to who waits for this clearing; the next one is not held up by it.
  const all = clearing
    .catch(() => {})
    .then(async () => {
      for (const clear of left) await clear()
    })
  all.catch(() => {})
  clearing = all
  return all
}
