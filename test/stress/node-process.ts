// One node: `serve` as a process of its own. On PostgreSQL it stands behind a proxy of its own, so that its way to the
// database can go wrong while the others' goes on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { program, readFirstLine } from '../kit/process.ts'
import { startTcpProxy, type TcpProxy } from '../kit/tcp-proxy.ts'

/** What every node of a rig has in common. */
export const rigSecret = 'a secret of rigs, long enough to be one'

export interface NodeParts {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  /** Where the log goes. */
  readonly folder: string
  /** What stands before `serve`; Frontlist as users run it where absent. */
  readonly program?: readonly string[]
}

export class RigNode {
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

  /** The same process, reached by way of something that stands before it. */
  behind(url: string): RigNode {
    return new RigNode(this.name, url, this.process, this.logFile)
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
  }
}

export class FleetNode extends RigNode {
  constructor(
    readonly proxy: TcpProxy,
    ...parts: ConstructorParameters<typeof RigNode>
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

/** Comes back when the node has told its address. */
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

export async function startEmbeddedNode(parts: NodeParts): Promise<RigNode> {
  return new RigNode(...(await startServing(parts)))
}

async function startServing(parts: NodeParts): Promise<ConstructorParameters<typeof RigNode>> {
  const logFile = join(parts.folder, `${parts.name}.log`)
  const child = Bun.spawn([...(parts.program ?? program), 'serve', '--json'], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', FRONTLIST_SECRET: rigSecret, ...parts.environment },
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
    return [parts.name, url.replace('localhost', '127.0.0.1'), child, logFile]
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}
