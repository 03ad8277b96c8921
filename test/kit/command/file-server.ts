// A real server with files: for what only a process, a connection or a browser can show.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AssetView } from '../../../src/media/manage/asset.schema.ts'
import { picturesModel } from '../app/assets.ts'
import { toNdjson } from '../app/test-space.ts'
import { type CommandLine, createCommandLine, type ServerProcess } from './process.ts'
import { fillMain, runJson } from './running-command.ts'

export interface FileServer {
  readonly command: CommandLine
  /** With the rights to read, write and publish. */
  readonly key: string
  /** The settings of the server, for its next start. */
  readonly environment: Record<string, string>
  /** Replaces {@link process}. */
  start(): Promise<ServerProcess>
  readonly process: ServerProcess
  /** Of the management API; `path` begins after `/api/v1`. */
  send(method: string, path: string, body?: string | Uint8Array | object): Promise<Response>
  add(bytes: string | Uint8Array<ArrayBuffer>, query: string): Promise<AssetView>
  /** A published entry that shows the asset. */
  show(entry: string, asset: string): Promise<void>
  /** Every file below the folder of the store. */
  stored(): string[]
}

/** Its files are in a folder of the test, on PostgreSQL too. */
export async function startFileServer(
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<FileServer> {
  const command = createCommandLine()
  const assets = join(folder, 'assets')
  const environment = { ASSETS_STORE: `file:${assets}`, IMAGES_DIR: join(folder, 'images'), ...more }
  await fillMain(command, toNdjson(picturesModel))
  const scopes = ['draft.read', 'content.write', 'content.publish'].flatMap(scope => ['--scope', scope])
  const created = await runJson<{ key: string }>(
    ...([command, 'keys', 'create', '--space', 'main', '--name', 'files', ...scopes] as const),
  )
  let process = await command.serve([], environment)
  const send: FileServer['send'] = (method, path, body) => {
    const isFile = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    return fetch(`${process.url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${created.key}`,
        ...(!isFile && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: isFile ? (body as string) : JSON.stringify(body) }),
    })
  }
  const must = async (sent: Promise<Response>) => {
    const response = await sent
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<{ doc: AssetView }>
  }
  return {
    command,
    environment,
    key: created.key,
    get process() {
      return process
    },
    start: async () => {
      process = await command.serve([], environment)
      return process
    },
    send,
    add: async (bytes, query) => (await must(send('POST', `/assets?${query}`, bytes))).doc,
    show: async (id, asset) => {
      const data = { cover: { id: asset } }
      await must(send('POST', '/entries', { id, collection: 'pictures', slug: id, data }))
      await must(send('POST', `/entries/${id}/publish`, { draftVersion: 1 }))
    },
    stored: () => filesBelow(assets),
  }
}

/** Without the mark that names the store. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'frontlist-store')
    .map(({ name, parentPath }) => join(parentPath, name))
    .sort()
}

/** The folder of the store's temporary files. */
export const isTemporary = (path: string) => dirname(path).endsWith('temporary')
