// The content of the databases that are kept for each release, and requests whose responses an upgrade must not change.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { toNdjson } from '../kit/app/test-space.ts'
import type { CommandLine } from '../kit/command/process.ts'
import { runJson } from '../kit/command/running-command.ts'
import { makeFolder } from '../kit/test-folder.ts'

/** What a client needs to use the database. */
export interface Access {
  readonly key: string
  readonly email: string
  readonly password: string
}

export interface RecordedResponse {
  readonly path: string
  readonly body: unknown
}

const records: ImportRecord[] = [
  { type: 'collection', apiName: 'authors', name: 'Authors', fields: [{ apiName: 'name', type: 'text' }] },
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'body', type: 'richText' },
      { apiName: 'price', type: 'number', unique: true },
      { apiName: 'author', type: 'reference', to: ['authors'] },
      { apiName: 'cover', type: 'asset' },
    ],
  },
  { type: 'asset', id: 'cover', file: 'cover.txt', title: 'Cover' },
  { type: 'entry', collection: 'authors', id: 'ann', slug: 'ann', liveData: { name: 'Ann' } },
  {
    type: 'entry',
    collection: 'posts',
    id: 'live',
    slug: 'tide-tables',
    liveData: {
      title: 'Tide Tables',
      body: '<p>High water at noon.</p>',
      price: 1.5,
      author: { id: 'ann' },
      cover: { id: 'cover' },
    },
    variants: { de: { title: 'Gezeitentafeln' } },
  },
  { type: 'entry', collection: 'posts', id: 'draft', slug: 'ebb', data: { title: 'Ebb' } },
]

/** Adds the content by the command line and over HTTP. Returns what a client needs. */
export async function fillDatabase(command: CommandLine): Promise<Access> {
  const folder = makeFolder()
  writeFileSync(join(folder, 'cover.txt'), 'A cover.\n')
  writeFileSync(join(folder, 'content.ndjson'), toNdjson(records))
  const run = async (args: readonly string[], stdin = '') => {
    const { exitCode, stderr } = await command.run(args, { stdin })
    if (exitCode !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  }
  const [email, password] = ['owner@example.com', 'correct horse battery']
  await run(['spaces', 'create', 'main'])
  await run(['import', join(folder, 'content.ndjson'), '--space', 'main'])
  await run(
    ['users', 'create', '--email', email, '--space', 'main', '--role', 'owner', '--password-stdin'],
    password,
  )
  const scopes = ['--scope', 'content.read', '--scope', 'schema.read']
  const made = ['keys', 'create', '--space', 'main', '--name', 'site', ...scopes]
  const { key } = await runJson<{ key: string }>(command, ...made)
  const server = await command.serve()
  const cookie = await signIn(server.url, { email, password })
  const change = { draftVersion: 1, data: { title: 'Tide Tables, again' } }
  await send(server.url, cookie, 'PATCH', 'entries/live', change)
  const schedule = { draftVersion: 1, publishAt: new Date(Date.now() + 86_400_000).toISOString() }
  await send(server.url, cookie, 'PUT', 'entries/draft/schedule', schedule)
  await server.stop()
  return { key, email, password }
}

/** Returns the cookie of a new session. */
export async function signIn(url: string, { email, password }: Omit<Access, 'key'>): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (response.status !== 200 || !cookie) throw new Error(`Signing in: ${await response.text()}`)
  return cookie
}

/** Changes an entry or its schedule. */
export async function send(
  url: string,
  cookie: string,
  method: string,
  path: string,
  body: object,
): Promise<void> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

const publicPaths = [
  '/content/posts?depth=1',
  '/content/posts/tide-tables?depth=1&variants=de',
  '/content/posts?filter[title]=Tide+Tables',
  '/content/posts?q=water&sort=-price',
  '/schema',
]

const managementPaths = [
  '/entries?collection=posts',
  '/entries/live',
  '/entries/live/versions',
  '/entries/draft',
  '/schedule',
  '/assets',
  '/collections',
]

/** The responses of a server on the database. */
export async function ask(url: string, { key, ...person }: Access): Promise<readonly RecordedResponse[]> {
  const cookie = await signIn(url, person)
  const requests = [
    ...publicPaths.map(path => [`/api/v1/public${path}`, { Authorization: `Bearer ${key}` }] as const),
    ...managementPaths.map(path => [`/api/v1${path}`, { Cookie: cookie }] as const),
  ]
  const responses: RecordedResponse[] = []
  for (const [path, headers] of requests) {
    const response = await fetch(`${url}${path}`, { headers })
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    responses.push({ path, body: await response.json() })
  }
  return responses
}
