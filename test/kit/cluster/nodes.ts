// Commands and nodes on one database, given by the test, each a separate process.

import { type CommandLine, createCommandLine, filesIn } from '../command/process.ts'
import { runJson } from '../command/running-command.ts'
import { makeFolder } from '../test-folder.ts'
import type { Cluster } from './cluster.ts'

/** Settings common to all nodes of a test. */
export const nodeSecret = 'a secret of tests, long enough to be one'

/** A database and its owner, created as docs/deployment.md describes. Returns its URL. */
export async function createOwnDatabase(cluster: Cluster, name = 'frontlist'): Promise<string> {
  await cluster.run(
    `do $$ begin create role frontlist login; exception when duplicate_object then null; end $$`,
  )
  await cluster.run(`create database ${name} owner frontlist`)
  return cluster.url(name, 'frontlist')
}

export type Nodes = Pick<CommandLine, 'run' | 'serve'> & {
  /** Runs a command with `--json`, and returns its value. */
  json<Value>(...args: string[]): Promise<Value>
}

/** By the database: its nodes share a store of files. */
const folders = new Map<string, string>()

function folderOf(url: string): string {
  const folder = folders.get(url) ?? makeFolder()
  folders.set(url, folder)
  return folder
}

export function nodesOn(url: string): Nodes {
  const command = createCommandLine()
  const environment = { DATABASE_URL: url, FRONTLIST_SECRET: nodeSecret, ...filesIn(folderOf(url)) }
  const nodes: Pick<CommandLine, 'run' | 'serve'> = {
    run: (args, options = {}) =>
      command.run(args, { ...options, environment: { ...environment, ...options.environment } }),
    serve: (args = [], extra = {}) => command.serve(args, { ...environment, ...extra }),
  }
  return { ...nodes, json: (...args) => runJson({ ...command, ...nodes }, ...args) }
}

/** Status, ETag and body. */
export async function ask(url: string, key: string, path: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/public${path}`, { headers: { Authorization: `Bearer ${key}` } })
  return `${response.status} ${response.headers.get('ETag')} ${await response.text()}`
}

/** All distinct requests for the demo space: pages, depths, variants, single entries, the model. */
export const demoPaths: readonly string[] = [
  '/content/books?perPage=100',
  '/content/books?perPage=3&page=2&depth=2',
  '/content/books/tide-tables?depth=2&variants=booksellers,readers-de',
  '/content/authors?depth=1',
  '/content/categories?depth=3&perPage=100',
  '/content/posts?perPage=100&variants=readers-de',
]

export async function requestAll(url: string, key: string): Promise<string[]> {
  return Promise.all(demoPaths.map(path => ask(url, key, path)))
}
