// A space with content and a signed-in owner, on any database: the setup of every stress test.
import { createPasswords } from '../../src/accounts/credentials.ts'
import { createSpace } from '../../src/accounts/spaces/spaces.service.ts'
import { createUser } from '../../src/accounts/users.service.ts'
import { systemClock } from '../../src/base/clock.ts'
import { type SpaceId, systemRandom } from '../../src/base/ids.ts'
import type { Database } from '../../src/database/database.ts'
import { ndjsonSource } from '../../src/import-export/formats/ndjson.ts'
import { importContent } from '../../src/import-export/import.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { testPassword } from '../kit/app/signed-in.ts'
import { toNdjson } from '../kit/app/test-space.ts'
import type { StressNode } from './node-process.ts'

const email = 'owner@example.com'

/** Sends requests to a node as the owner, as from a page of that node. */
export interface Managing {
  manage(node: StressNode, method: string, path: string, body?: object): Promise<Response>
}

/** Nodes on one database, which a stress test also reads directly. */
export interface Deployment extends Managing {
  readonly nodes: readonly StressNode[]
  /** With a role that sees all rows. */
  sql<Row extends object>(text: string): Promise<Row[]>
}

/** For a database with all tables and no rows. */
export async function fillDatabase(database: Database, records: readonly ImportRecord[]): Promise<SpaceId> {
  const parts = { clock: systemClock, random: systemRandom }
  const { id: space } = await database.transaction(writes =>
    createSpace(writes, parts, { slug: 'main', name: 'Main' }),
  )
  const wanted = { email, password: testPassword, space, role: 'owner' } as const
  await createUser(database, { ...parts, passwords: createPasswords() }, wanted)
  await importContent(database, space, ndjsonSource(new Blob([toNdjson(records)])), {
    clock: systemClock,
    prune: false,
    dryRun: false,
    onProgress: () => {},
  })
  return space
}

export function manageAs(cookie: string): Managing['manage'] {
  return (node, method, path, body) =>
    node.request(path, {
      method,
      headers: { Cookie: cookie, Origin: node.url, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
}

/** The cookie of a new session, valid on each node of the database. */
export async function signInAt(node: StressNode): Promise<string> {
  const response = await manageAs('')(node, 'POST', '/api/auth/sign-in/email', {
    email,
    password: testPassword,
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (response.status === 200 && cookie) return cookie
  throw new Error(`Signing in: ${response.status} ${await response.text()}`)
}
