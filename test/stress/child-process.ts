// Clients of a rig in a process of their own: what they do must not wait for what the rig does.
import { join } from 'node:path'

/**
 * Runs a program of this folder that takes its order as JSON and tells its outcome so. It ends with this process, and
 * `patienceMs` after the time of its order, which starting and what is on its way at the end may take.
 */
export async function runOrder<Outcome>(
  program: string,
  order: { readonly milliseconds: number },
  patienceMs: number,
): Promise<Outcome> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, program), JSON.stringify(order)], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    timeout: order.milliseconds + patienceMs,
  })
  const end = () => child.kill('SIGKILL')
  process.on('exit', end)
  const text = await new Response(child.stdout).text()
  process.off('exit', end)
  if ((await child.exited) !== 0) throw new Error(`${program} did not come to its end.`)
  return JSON.parse(text) as Outcome
}
