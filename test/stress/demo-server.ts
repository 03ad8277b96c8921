// A server with the demo space whose content changes, and whose responses are noted.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUpLater } from '../kit/cleanup.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { demoLines, demoSpace } from '../kit/import/demo-space.ts'
import { makeFolder } from '../kit/test-folder.ts'

export interface DemoServer {
  readonly url: string
  readonly key: string
  /** Of the responses so far. */
  readonly statuses: number[]
  /** Replaces the content of the space by the demo's records, changed. */
  publish(change: (records: string[]) => string[]): Promise<void>
}

/** Behind a proxy that notes each status. */
export async function serveDemo(): Promise<DemoServer> {
  const command = createCommandLine()
  const server = await command.serve(['--demo'])
  const { key } = JSON.parse(server.stdout) as { key: string }
  const statuses: number[] = []
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async request => {
      const { pathname, search } = new URL(request.url)
      const { status, headers, body } = await fetch(server.url + pathname + search, {
        headers: request.headers,
        decompress: false,
      })
      statuses.push(status)
      return new Response(body, { status, headers })
    },
  })
  cleanUpLater(() => proxy.stop(true))
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    key,
    statuses,
    publish: async change => {
      const file = join(makeFolder(), 'demo.ndjson')
      writeFileSync(file, `${change([...demoLines]).join('\n')}\n`)
      const { exitCode, stderr } = await command.run([
        ...['import', file, '--space', 'demo', '--prune', '--assets', demoSpace.folder],
      ])
      if (exitCode !== 0) throw new Error(`The import failed: ${stderr}`)
    },
  }
}
