// Runs the real deploy/nginx.conf, with only the addresses replaced, in an nginx of the test's own.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../command/process.ts'
import { findFreePort } from '../free-port.ts'
import { makeFolder } from '../test-folder.ts'
import { findProgram } from './installed-programs.ts'

export interface Nginx {
  readonly url: string
  /** Its log of failing nodes and of retries on another node. */
  errors(): Promise<string>
  stop(): Promise<void>
}

const startWaitsMax = 6000

/** The nodes replace `node-1:3000` and so on, in order. */
export async function startNginx(nodes: readonly string[]): Promise<Nginx> {
  const folder = makeFolder()
  mkdirSync(join(folder, 'logs'))
  const port = await findFreePort()
  const site = await Bun.file(join(projectFolder, 'deploy/nginx.conf')).text()
  const here = site
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replaceAll(/node-(\d+):3000/g, (_, number) => new URL(nodes[Number(number) - 1] ?? '').host)
  writeFileSync(join(folder, 'site.conf'), here)
  writeFileSync(join(folder, 'nginx.conf'), around)
  const program = findProgram('nginx') ?? 'nginx'
  const child = Bun.spawn([program, '-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'], {
    env: {},
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const errors = () => Bun.file(join(folder, 'logs/error.log')).text()
  for (let waits = 0; !(await isThere(url)); waits++) {
    if (waits === startWaitsMax || child.exitCode !== null) {
      child.kill()
      throw new Error(`nginx did not start: ${await errors()}`)
    }
    await Bun.sleep(20)
  }
  return {
    url,
    errors,
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** The configuration that the nginx image puts around the file. */
const around = `
worker_processes 1;
pid logs/nginx.pid;
error_log logs/error.log warn;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path logs;
  proxy_temp_path logs;
  fastcgi_temp_path logs;
  uwsgi_temp_path logs;
  scgi_temp_path logs;
  include site.conf;
}
`

async function isThere(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/healthz`)
    return true
  } catch {
    return false
  }
}
