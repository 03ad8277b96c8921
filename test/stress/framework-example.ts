// An example of a framework as its users copy it: installed in a temporary folder with the packed client, built and
// started.
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUpLater } from '../kit/cleanup.ts'
import { projectFolder } from '../kit/command/process.ts'
import { findFreePort } from '../kit/free-port.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { comesTrue } from '../kit/until.ts'

/** Nothing here takes a minute on its own; one that takes longer hangs. */
const commandMs = 240_000

/** What npm reports if the registry is unavailable. */
export const unreachablePattern =
  /npm error (?:code (?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|E5\d\d)|.*network)/

export class UnreachableRegistry extends Error {}

/** Files that an installation or a build leaves in an example's folder. */
const leftovers = /\/(?:node_modules|dist|build|\.\w[^/]*)$/

interface Outcome {
  readonly exitCode: number
  readonly text: string
}

export interface StartedExample {
  readonly url: string
  stop(): Promise<void>
}

export class FrameworkExample {
  readonly folder = makeFolder()
  readonly #environment: Record<string, string>

  constructor(name: string, environment: Record<string, string>) {
    const source = join(projectFolder, 'client/examples', name)
    cpSync(source, this.folder, { recursive: true, filter: path => !leftovers.test(path) })
    // Not what npm sets for the scripts of this project, such as how much is printed.
    const inherited = Object.entries(process.env as Record<string, string>).filter(
      ([key]) => !/^npm_/i.test(key),
    )
    this.#environment = { ...Object.fromEntries(inherited), ...environment }
  }

  /**
   * The packages of the lockfile, and the client. Not by `npm ci`: a lockfile has the optional packages of other systems
   * only as far as the registry had them when it was written, and without one of them `npm ci` refuses it.
   */
  async install(tarball: string): Promise<void> {
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund']
    const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=60000']
    const { exitCode, text } = await this.#run([
      'npm',
      'install',
      '--no-save',
      ...quiet,
      ...patience,
      tarball,
    ])
    if (exitCode !== 0 && unreachablePattern.test(text)) throw new UnreachableRegistry(text)
    if (exitCode !== 0) throw new Error(`The installation failed: ${text}`)
  }

  async build(): Promise<void> {
    const { exitCode, text } = await this.#run(this.#script('build'))
    if (exitCode !== 0) throw new Error(`The build failed: ${text}`)
  }

  /** The compiler's errors in the modules of a project; it does not read what is in `.astro`, `.svelte` and `.vue`. */
  async checkTypes(project: string): Promise<string> {
    const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc')
    return (await this.#run(['node', compiler, '--noEmit', '-p', project])).text
  }

  async start(): Promise<StartedExample> {
    const port = await findFreePort()
    // Next.js reads its host from no variable.
    const child = this.#spawn(this.#script('start'), { HOST: '127.0.0.1', PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    const responds = () =>
      fetch(url).then(
        ({ status }) => status < 500,
        () => false,
      )
    const ended = child.exited.then(() => true)
    if (!(await comesTrue(() => Promise.race([responds(), ended])))) throw new Error('It did not start.')
    if (child.exitCode !== null)
      throw new Error(`It ended at the start: ${await new Response(child.stderr).text()}`)
    return {
      url,
      stop: async () => {
        endGroup(child.pid)
        await child.exited
      },
    }
  }

  /** The texts of all files in a folder of the example, by path. */
  readFiles(folder: string): Map<string, string> {
    const root = join(this.folder, folder)
    const entries = readdirSync(root, { recursive: true, withFileTypes: true })
    const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
    return new Map(paths.map(path => [path.slice(root.length + 1), readFileSync(path, 'latin1')]))
  }

  /** On Node, or on Bun where this machine's Node is older than the example asks for. */
  #script(name: string): string[] {
    const { engines } = JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8'))
    const version = Bun.spawnSync(['node', '--version']).stdout.toString().trim()
    return Bun.semver.satisfies(version, engines.node)
      ? ['npm', 'run', '-s', name]
      : [process.execPath, '--bun', 'run', '--silent', name]
  }

  async #run(command: readonly string[]): Promise<Outcome> {
    const child = this.#spawn(command)
    const timer = setTimeout(() => endGroup(child.pid), commandMs)
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    clearTimeout(timer)
    return { exitCode, text: stdout + stderr }
  }

  /** With a process group of its own, because frameworks start processes that outlive their parent. */
  #spawn(command: readonly string[], environment: Record<string, string> = {}) {
    const child = Bun.spawn([...command], {
      cwd: this.folder,
      env: { ...this.#environment, ...environment },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      detached: true,
    })
    const end = () => endGroup(child.pid)
    process.on('exit', end)
    cleanUpLater(end)
    return child
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
