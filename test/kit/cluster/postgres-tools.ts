// PostgreSQL's tools for the server of a cluster; the dev dependency does not include them, other installations do.
import { dirname, join } from 'node:path'
import type { Cluster } from './cluster.ts'

/** Runs one of the tools as the user who runs the server: the test's own user may be root. */
export async function runTool(cluster: Cluster, args: readonly string[]): Promise<void> {
  const [name = '', ...rest] = args
  const child = Bun.spawn([join(dirname(cluster.parts.programs.postgres), name), ...rest], {
    env: {},
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const stderr = await new Response(child.stderr).text()
  if ((await child.exited) !== 0 || stderr !== '') throw new Error(`${name}: ${stderr}`)
}
