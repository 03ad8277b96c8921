// One node: `serve` as a process of its own, behind a proxy of its own, so that its way to the database can go wrong
// while the others' goes on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { program, readFirstLine } from '../kit/process.ts'
import { startTcpProxy, type TcpProxy } from '../kit/tcp-proxy.ts'

export interface NodeParts {
  readonly name: string
  /** With the database's own port, which the proxy stands in for. */
  readonly databaseUrl: string
  readonly environment: Readonly<Record<string, string>>
  /** Where the log goes. */
  readonly folder: string
}

export class FleetNode {
  /** The signal that ended the process, or its exit code; null while it runs. */
  ended: string | number | null = null
  readonly #logFile: string

  constructor(
    readonly name: string,
    readonly url: string,
    readonly proxy: TcpProxy,
    readonly process: Bun.Subprocess,
    logFile: string,
  ) {
    this.#logFile = logFile
    void process.exited.then(code => {
      this.ended = process.signalCode ?? code
    })
  }

  get log(): string {
    return readFileSync(this.#logFile, 'utf8')
  }

  /** By path, never cached by the client; a server that does not answer within 15 seconds is a fault of its own. */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { signal: AbortSignal.timeout(15_000), ...init })
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.process.exited
  }

  /** SIGTERM, and the exit code. */
  async stop(): Promise<number> {
    this.process.kill('SIGTERM')
    return this.process.exited
  }

  /** However it is, it is gone afterwards. */
  async remove(): Promise<void> {
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 3000)
    await this.stop()
    clearTimeout(timer)
    await this.proxy.close()
  }
}

/** Comes back when the node has told its address. */
export async function startNode({ name, databaseUrl, environment, folder }: NodeParts): Promise<FleetNode> {
  const through = new URL(databaseUrl)
  const proxy = await startTcpProxy(Number(through.port))
  through.port = String(proxy.port)
  const logFile = join(folder, `${name}.log`)
  const child = Bun.spawn([...program, 'serve', '--json'], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...environment, DATABASE_URL: through.href },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: Bun.file(logFile),
  })
  // Nobody else would end it where this process ends early.
  const end = () => child.kill('SIGKILL')
  process.on('exit', end)
  void child.exited.then(() => process.off('exit', end))
  try {
    const { url } = JSON.parse(await readFirstLine(child.stdout)) as { url: string }
    // By number: a look-up of `localhost` would be part of every figure.
    return new FleetNode(name, url.replace('localhost', '127.0.0.1'), proxy, child, logFile)
  } catch (error) {
    child.kill('SIGKILL')
    await proxy.close()
    throw error
  }
}
