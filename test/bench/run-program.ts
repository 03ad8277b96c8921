// Runs a program of bench/ to its end, and tells what it leaves behind.
import { join } from 'node:path'
import { projectFolder } from '../kit/process.ts'
import { makeFolder } from '../kit/test-folder.ts'

export async function runProgram(name: string, args: readonly string[]) {
  // Its temporary folders are made in here, so that one left behind is seen.
  const temporary = makeFolder()
  const child = Bun.spawn([process.execPath, join(projectFolder, 'bench', name), ...args], {
    env: { PATH: process.env.PATH ?? '', TMPDIR: temporary },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 280_000,
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const left = [...new Bun.Glob('frontlist-bench-*').scanSync({ cwd: temporary, onlyFiles: false })]
  return { exitCode: await child.exited, stdout, stderr, left }
}
