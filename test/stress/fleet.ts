// Nodes on one PostgreSQL, with a space and its owner: the setup of most stress tests. `remove` deletes everything;
// the database server is stopped even if this process is killed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpaceId } from '../../src/base/ids.ts'
import type { Database } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type Cluster, type ClusterOptions, startCluster } from '../kit/cluster/cluster.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { type FleetNode, type NodeParts, startNode } from './node-process.ts'
import { type Deployment, fillDatabase, manageAs, signInAt } from './owned-space.ts'

/** The nodes' role: an ordinary one, subject to row level security. */
const role = 'frontlist'

export interface FleetOptions extends ClusterOptions {
  readonly nodes: number
  readonly records: readonly ImportRecord[]
  /** Settings of the nodes. */
  readonly environment?: Readonly<Record<string, string>>
}

export interface Fleet extends Deployment {
  /** The primary; a different server after a failover. */
  cluster: Cluster
  readonly nodes: FleetNode[]
  readonly space: SpaceId
  /** The owner's session, valid on each node. */
  readonly cookie: string
  /** Bypasses the nodes and their proxies; works as long as the first cluster runs. */
  readonly database: Database
  addNode(parts?: Partial<Pick<NodeParts, 'program' | 'environment'>>): Promise<FleetNode>
  remove(): Promise<void>
}

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const cleaning: (() => Promise<void> | void)[] = []
  const clean = async () => {
    for (const step of cleaning.splice(0).reverse()) await step()
  }
  try {
    const cluster = await startCluster(options)
    let fleet: Fleet | null = null
    cleaning.push(() => (fleet?.cluster ?? cluster).remove())
    const folder = mkdtempSync(join(tmpdir(), 'frontlist-fleet-'))
    cleaning.push(() => rmSync(folder, { recursive: true, force: true }))
    await cluster.run(`create role ${role} login`)
    const url = new URL(await cluster.createDatabase())
    await cluster.run(`alter database ${url.pathname.slice(1)} owner to ${role}`)
    const admin = url.href
    url.username = role
    const database = openPostgres(url.href)
    cleaning.push(() => database.close())
    await database.migrate()
    const space = await fillDatabase(database, options.records)
    const nodes: FleetNode[] = []
    cleaning.push(async () => {
      await Promise.all(nodes.map(node => node.remove()))
    })
    let cookie = ''
    let named = 0
    fleet = {
      cluster,
      nodes,
      database,
      space,
      get cookie() {
        return cookie
      },
      sql: text => {
        const now = new URL(admin)
        now.port = String(fleet?.cluster.port)
        return runSql(now.href, text)
      },
      addNode: async (parts = {}) => {
        const here = new URL(url)
        here.port = String(fleet?.cluster.port)
        const node = await startNode({
          name: `node ${++named}`,
          databaseUrl: here.href,
          folder,
          ...parts,
          environment: { ...options.environment, ...parts.environment },
        })
        nodes.push(node)
        return node
      },
      manage: (...sent) => manageAs(cookie)(...sent),
      remove: clean,
    }
    await Promise.all(Array.from({ length: options.nodes }, () => fleet?.addNode()))
    nodes.sort((a, b) => (a.name < b.name ? -1 : 1))
    cookie = await signInAt(nodes[0]!)
    return fleet
  } catch (error) {
    await clean()
    throw error
  }
}
