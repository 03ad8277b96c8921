// The temporary folder of a run and the processes that it has started. Closing it stops exactly those processes and
// removes the folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const stopPatienceMs = 10_000

export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'frontlist-bench-'))
  readonly #children = new Set<Bun.Subprocess>()

  /** A process that is stopped, by its id, when the workplace is closed. */
  keep<Child extends Bun.Subprocess>(child: Child): Child {
    this.#children.add(child)
    child.exited.finally(() => this.#children.delete(child))
    return child
  }

  async close(): Promise<void> {
    await Promise.all([...this.#children].map(stop))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs)
  await child.exited
  clearTimeout(timer)
}
