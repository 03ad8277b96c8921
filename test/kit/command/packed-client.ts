// The client's package as npm would publish it, and an empty project in which its tarball is installed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../test-folder.ts'
import { projectFolder } from './process.ts'

export interface PackedClient {
  readonly tarball: string
  /** Paths in it. */
  readonly files: readonly string[]
}

export function run(
  command: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd,
    env: { ...process.env, ...environment },
  })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`)
  return stdout.toString()
}

export function packClient(): PackedClient {
  run([process.execPath, 'scripts/build-client.ts'], projectFolder)
  const folder = makeFolder()
  const output = run(
    ['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    join(projectFolder, 'client'),
  )
  // Newer versions of npm have the package's name around it.
  const parsed = JSON.parse(output) as object
  const [pack] = Object.values(parsed) as [{ filename: string; files: { path: string }[] }]
  return { tarball: join(folder, pack.filename), files: pack.files.map(({ path }) => path).sort() }
}

/** Unpacked as `npm install` would, without the network. Returns the project's folder. */
export function installClient({ tarball }: PackedClient): string {
  const project = makeFolder()
  const installed = join(project, 'node_modules/@frontlist/client')
  mkdirSync(installed, { recursive: true })
  run(['tar', 'xzf', tarball, '-C', installed, '--strip-components=1'], project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  return project
}
