// A real server, or several, on one file, with an owner who has signed in: for what only processes and sockets show.
import { createPasswords } from '../../src/accounts/credentials.ts'
import { createSpace } from '../../src/accounts/spaces/spaces.service.ts'
import { createUser } from '../../src/accounts/users.service.ts'
import { systemClock } from '../../src/base/clock.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { ndjsonSource } from '../../src/import-export/formats/ndjson.ts'
import { importContent } from '../../src/import-export/import.service.ts'
import { testPassword } from '../kit/app/signed-in.ts'
import { toNdjson } from '../kit/app/test-space.ts'
import { type CommandLine, createCommandLine, type ServerProcess } from '../kit/command/process.ts'
import { keysPath, type NewApiKey } from './key-fixture.ts'

const email = 'owner@example.com'

export interface KeyServer {
  readonly server: ServerProcess
  readonly url: string
  /** Header lines of a write by the owner from a page of this server. */
  readonly headers: Readonly<Record<string, string>>
  send(method: string, path: string, body?: object): Promise<Response>
  create(fields?: object): Promise<NewApiKey>
  /** What a list of content says to the key: `ok`, or the code of the refusal. */
  use(key: string): Promise<string>
}

/** A database with the space `main`, one published entry, and its owner; nobody serves it yet. */
export async function prepareDatabase(): Promise<CommandLine> {
  const command = createCommandLine()
  const database = await command.open()
  await database.migrate()
  const parts = { clock: systemClock, random: systemRandom, passwords: createPasswords() }
  const wanted = { slug: 'main', name: 'Main' }
  const { id: space } = await database.transaction(writes => createSpace(writes, parts, wanted))
  await createUser(database, parts, { email, password: testPassword, space, role: 'owner' })
  const records = [
    { type: 'collection', apiName: 'c', name: 'C', fields: [] },
    { type: 'entry', collection: 'c', id: 'e', liveData: {} },
  ]
  await importContent(database, space, ndjsonSource(new Blob([toNdjson(records)])), {
    clock: systemClock,
    prune: false,
    dryRun: false,
    onProgress: () => {},
  })
  await database.close()
  return command
}

/** A server on the database, with a session of the owner. */
export async function startKeyServer(command: CommandLine): Promise<KeyServer> {
  const server = await command.serve()
  const { url } = server
  const json = { Origin: url, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ email, password: testPassword })
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers: json, body })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const headers = { ...json, Cookie: cookie }
  const send: KeyServer['send'] = (method, path, body) =>
    fetch(url + keysPath + path, { method, headers, body: JSON.stringify(body ?? {}) })
  return {
    server,
    url,
    headers,
    send,
    create: async fields => {
      const response = await send('POST', '', { name: 'web', ...fields })
      if (response.status !== 201) throw new Error(`Creating a key: ${response.status}`)
      return (await response.json()) as NewApiKey
    },
    use: async key => {
      const sent = { headers: { Authorization: `Bearer ${key}` } }
      const response = await fetch(`${url}/api/v1/public/content/c`, sent)
      const received = (await response.json()) as { code?: string }
      return response.status === 200 ? 'ok' : (received.code ?? String(response.status))
    },
  }
}
