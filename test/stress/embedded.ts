// Nodes on one SQLite file, with a space and its owner. `remove` deletes everything.
import { Database as BunDatabase } from 'bun:sqlite'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { until } from '../kit/until.ts'
import { keysPath } from './changes.ts'
import { type NodeParts, type StressNode, startEmbeddedNode, stressSecret } from './node-process.ts'
import { type Deployment, fillDatabase, manageAs, signInAt } from './owned-space.ts'

export interface EmbeddedOptions {
  readonly records: readonly ImportRecord[]
  /** The initial number of nodes; 1 if absent. */
  readonly nodes?: number
  /** The folder of the file; beside the logs if absent. */
  readonly at?: string
  /** The command of every node without its own. */
  readonly program?: readonly string[]
}

export interface Embedded extends Deployment {
  readonly nodes: StressNode[]
  readonly file: string
  readonly folder: string
  readonly databaseUrl: string
  /** For commands. */
  readonly environment: Record<string, string>
  addNode(parts?: Partial<Pick<NodeParts, 'program' | 'environment'>>): Promise<StressNode>
  /** Creates an owner's session that the node accepts. */
  signIn(node: StressNode): Promise<void>
  remove(): Promise<void>
}

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folder = mkdtempSync(join(tmpdir(), 'frontlist-embedded-'))
  const file = join(options.at ?? folder, 'data', 'frontlist.db')
  const databaseUrl = `sqlite:${file}`
  const environment = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: databaseUrl,
    FRONTLIST_SECRET: stressSecret,
  }
  const nodes: StressNode[] = []
  let cookie = ''
  let named = 0
  const deployment: Embedded = {
    nodes,
    file,
    folder,
    databaseUrl,
    environment,
    sql: async <Row extends object>(text: string) => readRows<Row>(file, text),
    addNode: async (parts = {}) => {
      const node = await startEmbeddedNode({
        name: `node ${++named}`,
        folder,
        ...(options.program && { program: options.program }),
        ...parts,
        environment: { ...environment, ...parts.environment },
      })
      nodes.push(node)
      return node
    },
    manage: (...sent) => manageAs(cookie)(...sent),
    signIn: async node => {
      cookie = await signInAt(node)
      // Immediately, unless the node is broken on purpose.
      await until(async () => (await deployment.manage(node, 'GET', keysPath)).status === 200)
    },
    remove: async () => {
      await Promise.all(nodes.map(node => node.remove()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    mkdirSync(join(options.at ?? folder, 'data'), { mode: 0o700 })
    const database = openSqlite(file)
    await database.migrate()
    await fillDatabase(database, options.records)
    await database.close()
    for (let at = 0; at < (options.nodes ?? 1); at++) await deployment.addNode()
    if (nodes[0]) await deployment.signIn(nodes[0])
    return deployment
  } catch (error) {
    await deployment.remove()
    throw error
  }
}

/** On a separate connection, as another process would. */
export function readRows<Row extends object>(file: string, text: string): Row[] {
  const connection = new BunDatabase(file, { readwrite: true, create: false })
  try {
    connection.exec('pragma busy_timeout = 20000')
    return connection.query<Row, []>(text).all()
  } finally {
    connection.close()
  }
}

/** The problems that SQLite finds in the file, as text. */
export function findDamage(file: string): string[] {
  const errors = readRows<{ integrity_check: string }>(file, 'pragma integrity_check')
    .map(row => row.integrity_check)
    .filter(words => words !== 'ok')
  const foreign = readRows<object>(file, 'pragma foreign_key_check').map(row => JSON.stringify(row))
  return [...errors, ...foreign]
}
