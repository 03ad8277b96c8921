// Runs a benchmark to its end, as `npm run bench` does, and tells what it leaves behind.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../kit/command/process.ts'
import { makeFolder } from '../kit/test-folder.ts'

export async function runBenchmark(...args: readonly string[]) {
  // Its temporary folders are made in here, those of a PostgreSQL that runs as another user too.
  const temporary = makeFolder()
  chmodSync(temporary, 0o777)
  const child = Bun.spawn([process.execPath, join(projectFolder, 'bench/main.ts'), ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      TMPDIR: temporary,
      TEST_EXECUTABLE: process.env.TEST_EXECUTABLE ?? '',
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const left = [...new Bun.Glob('*').scanSync({ cwd: temporary, onlyFiles: false })]
  return { exitCode: await child.exited, stdout, stderr, left }
}
