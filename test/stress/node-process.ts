// One node: `serve` as a process of its own. On PostgreSQL it has its own proxy, so that its connection to the
// database can fail without affecting the other nodes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTcpProxy, type TcpProxy } from '../kit/cluster/tcp-proxy.ts'
import { program, readFirstLine } from '../kit/command/process.ts'

/** Settings common to all nodes of a stress test. */
export const stressSecret = 'a secret of rigs, long enough to be one'

export interface NodeParts {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  /** The path of the log. */
  readonly folder: string
  /** The command before `serve`; Frontlist as users run it if absent. */
  readonly program?: readonly string[]
}

export class StressNode {
  /** The signal that ended the process, or its exit code; null while it runs. */
  ended: string | number | null = null

  constructor(
    readonly name: string,
    readonly url: string,
    readonly process: Bun.Subprocess,
    readonly logFile: string,
  ) {
    void process.exited.then(code => {
      this.ended = process.signalCode ?? code
    })
  }

  get log(): string {
    return readFileSync(this.logFile, 'utf8')
  }

  /** The same process, reached through a proxy in front of it. */
  behind(url: string): StressNode {
    return new StressNode(this.name, url, this.process, this.logFile)
  }

  /** By path, never cached by the client; a server that does not respond within 15 seconds is an error. */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { signal: AbortSignal.timeout(15_000), ...init })
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.process.exited
  }

  /** Sends SIGTERM, and returns the exit code. */
  async stop(): Promise<number> {
    this.process.kill('SIGTERM')
    return this.process.exited
  }

  /** Kills the process, whatever its state. */
  async remove(): Promise<void> {
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 3000)
    await this.stop()
    clearTimeout(timer)
  }
}

export class FleetNode extends StressNode {
  constructor(
    readonly proxy: TcpProxy,
    ...parts: ConstructorParameters<typeof StressNode>
  ) {
    super(...parts)
  }

  override behind(url: string): FleetNode {
    return new FleetNode(this.proxy, this.name, url, this.process, this.logFile)
  }

  override async remove(): Promise<void> {
    await super.remove()
    await this.proxy.close()
  }
}

/** Resolves when the node has printed its URL. */
export async function startNode(parts: NodeParts & { readonly databaseUrl: string }): Promise<FleetNode> {
  const through = new URL(parts.databaseUrl)
  const proxy = await startTcpProxy(Number(through.port))
  through.port = String(proxy.port)
  try {
    const environment = { ...parts.environment, DATABASE_URL: through.href }
    return new FleetNode(proxy, ...(await startServing({ ...parts, environment })))
  } catch (error) {
    await proxy.close()
    throw error
  }
}

export async function startEmbeddedNode(parts: NodeParts): Promise<StressNode> {
  return new StressNode(...(await startServing(parts)))
}

async function startServing(parts: NodeParts): Promise<ConstructorParameters<typeof StressNode>> {
  const logFile = join(parts.folder, `${parts.name}.log`)
  const child = Bun.spawn([...(parts.program ?? program), 'serve', '--json'], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', FRONTLIST_SECRET: stressSecret, ...parts.environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: Bun.file(logFile),
  })
  // Nothing else would end it if this process ends early.
  const end = () => child.kill('SIGKILL')
  process.on('exit', end)
  void child.exited.then(() => process.off('exit', end))
  try {
    const { url } = JSON.parse(await readFirstLine(child.stdout)) as { url: string }
    // By IP: a lookup of `localhost` would be part of every measurement.
    return [parts.name, url.replace('localhost', '127.0.0.1'), child, logFile]
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}
