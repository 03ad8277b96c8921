// Runs a stress test's clients in a process of their own, so that they are not delayed by the test's own work.
import { join } from 'node:path'

/**
 * Runs a program of this folder that takes its order as JSON and prints its result as JSON. It is killed when this
 * process ends, or `patienceMs` after the duration of its order, which allows for starting and for requests in flight
 * at the end.
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
