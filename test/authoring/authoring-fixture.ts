// The space of the cases of the management API, with a session of each role and a key of each scope, and a neighbour. Every
// response is held against openapi.json.
import { expect } from 'bun:test'
import type { EntryView } from '../../src/authoring/entries/entries.schema.ts'
import type { Role } from '../../src/base/caller.ts'
import { addVariants } from '../../src/content/model/variants.store.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { documentedPath, promisedSchema, schemaError } from '../kit/app/open-api.ts'
import { checkResponse, type ProblemJson, readResponse } from '../kit/app/responses.ts'
import { type SignedIn, sendAs, signIn } from '../kit/app/signed-in.ts'
import {
  createNeighbour,
  createTestSpace,
  openCounted,
  openSpaceIn,
  type TestSpace,
} from '../kit/app/test-space.ts'
import { oncePerFile } from '../kit/cleanup.ts'
import { type DatabaseTemplate, toTemplate } from '../kit/database/test-databases.ts'

export const entriesPath = '/api/v1/entries'

export const model: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    titleField: 'title',
    slugFrom: 'title',
    fields: [
      { apiName: 'title', type: 'text', required: true, max: 80 },
      { apiName: 'body', type: 'richText', format: 'portableText' },
      { apiName: 'author', type: 'reference', to: ['authors'] },
      { apiName: 'tags', type: 'text', many: true },
      { apiName: 'score', type: 'integer', min: 0, max: 10 },
      {
        apiName: 'kind',
        type: 'text',
        options: [
          { value: 'news', name: 'News' },
          { value: 'essay', name: 'Essay' },
        ],
      },
      { apiName: 'sku', type: 'text', unique: true },
      { apiName: 'related', type: 'reference', many: true },
      { apiName: 'day', type: 'date' },
      { apiName: 'at', type: 'dateTime' },
      { apiName: 'extra', type: 'json' },
    ],
  },
  { type: 'collection', apiName: 'authors', name: 'Authors', fields: [{ apiName: 'name', type: 'text' }] },
  {
    type: 'collection',
    apiName: 'settings',
    name: 'Settings',
    singleton: true,
    fields: [{ apiName: 'motto', type: 'text' }],
  },
]

const keyScopes = {
  R: 'content.read',
  D: 'draft.read',
  W: 'content.write',
  P: 'content.publish',
  M: 'model.write',
} as const
export type KeyName = keyof typeof keyScopes
export type CallerName = KeyName | Exclude<Role, 'admin'> | 'anonymous' | 'WP'

export interface AuthoringResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of all kinds
  readonly body: any
}

export interface AuthoringFixture {
  readonly space: TestSpace
  readonly neighbour: TestSpace
  readonly neighbourOwner: SignedIn
  readonly keys: Readonly<Record<KeyName | 'WP', string>>
  readonly sessions: Readonly<Record<Exclude<Role, 'admin'>, SignedIn>>
  ask(
    as: CallerName,
    method: string,
    path: string,
    body?: object | string,
    headers?: Readonly<Record<string, string | null>>,
  ): Promise<AuthoringResponse>
  /** As the owner; fails the test if the status is another. `path` begins after `/api/v1`. */
  get(path: string): Promise<EntryView>
  create(fields: object): Promise<EntryView>
  patch(id: string, fields: object): Promise<EntryView>
  publish(id: string, draftVersion?: number): Promise<EntryView>
}

/** What is in the database of each test of a file that has the same records. */
interface Prepared {
  readonly template: DatabaseTemplate
  readonly space: Pick<TestSpace, 'space' | 'key'>
  readonly neighbour: Pick<TestSpace, 'space' | 'key'>
  readonly neighbourOwner: SignedIn
  readonly keys: AuthoringFixture['keys']
  readonly sessions: AuthoringFixture['sessions']
}

const preparations = new Map<string, () => Promise<Prepared>>()

/** Once in a file for the same records: preparing takes ten times as long as copying the result. */
function prepareOnce(records: readonly ImportRecord[]): Promise<Prepared> {
  const name = JSON.stringify(records)
  const prepared = preparations.get(name) ?? oncePerFile(() => prepare(records))
  preparations.set(name, prepared)
  return prepared()
}

async function prepare(records: readonly ImportRecord[]): Promise<Prepared> {
  const space = await createTestSpace({ records: [...model, ...records] })
  const neighbour = await createNeighbour(space, 'rival', { records: model })
  await space.database.transaction(writes => addVariants(writes, space.space, ['vip', 'de']), space.space)
  const key = async (...scopes: string[]) => (await space.makeKey({ scopes })).key
  const keys = {
    R: await key('content.read'),
    D: await key('draft.read'),
    W: await key('content.write'),
    P: await key('content.publish'),
    M: await key('model.write'),
    WP: await key('content.write', 'content.publish'),
  }
  const session = (role: Role) => signIn(space, { email: `${role}@example.com`, role })
  const sessions = {
    owner: await session('owner'),
    editor: await session('editor'),
    author: await session('author'),
    member: await session('member'),
  }
  const neighbourOwner = await signIn(neighbour, { email: 'rival@example.com' })
  return { template: await toTemplate(space), space, neighbour, neighbourOwner, keys, sessions }
}

export async function openAuthoring(records: readonly ImportRecord[] = []): Promise<AuthoringFixture> {
  const { template, keys, ...made } = await prepareOnce(records)
  const opened = await openCounted(template)
  const space = openSpaceIn(opened, made.space)
  const neighbour = openSpaceIn(opened, made.neighbour)
  const neighbourOwner = inApp(neighbour, made.neighbourOwner)
  const sessions = {
    owner: inApp(space, made.sessions.owner),
    editor: inApp(space, made.sessions.editor),
    author: inApp(space, made.sessions.author),
    member: inApp(space, made.sessions.member),
  }
  const sendWithout = sendAs(space, null)
  const ask: AuthoringFixture['ask'] = async (as, method, path, body, headers = {}) => {
    const full = path.startsWith('/api/') ? path : `/api/v1${path}`
    const response =
      as in sessions
        ? await sessions[as as keyof typeof sessions].send(method, full, body, headers)
        : await sendWithout(method, full, body, {
            Cookie: null,
            Origin: null,
            ...(as !== 'anonymous' && { Authorization: `Bearer ${keys[as as keyof typeof keys]}` }),
            ...headers,
          })
    const read = await readResponse(response)
    checkResponse(read, method)
    checkShape(method, full, read.status, read.headers.get('Content-Type') ?? '', read.text)
    return {
      status: read.status,
      headers: response.headers,
      text: read.text,
      body: read.text === '' ? null : JSON.parse(read.text),
    }
  }
  const good = async (status: number, method: string, path: string, body?: object) => {
    const response = await ask('owner', method, path, body)
    expect({ path, status: response.status, text: response.text }).toMatchObject({ status })
    return (response.body as { doc: EntryView }).doc
  }
  return {
    space,
    neighbour,
    neighbourOwner,
    keys,
    sessions,
    ask,
    get: path => good(200, 'GET', path),
    create: fields => good(201, 'POST', '/entries', fields),
    patch: (id, fields) => good(200, 'PATCH', `/entries/${id}`, fields),
    publish: async (id, draftVersion) => {
      const version = draftVersion ?? (await good(200, 'GET', `/entries/${id}`)).draftVersion
      return good(200, 'POST', `/entries/${id}/publish`, { draftVersion: version })
    },
  }
}

function inApp(space: TestSpace, session: SignedIn): SignedIn {
  return { ...session, send: sendAs(space, session.cookie) }
}

function checkShape(method: string, path: string, status: number, type: string, text: string): void {
  if (method === 'HEAD' || method === 'OPTIONS' || status === 405 || status === 414) return
  const [plain] = path.split('?')
  const documented = documentedPath(plain!)
  if (documented === null) return
  const promised = promisedSchema(documented, status, type, method.toLowerCase())
  if (promised === null) throw new Error(`${method} ${path}: ${status} ${text}`)
  const error = schemaError(promised, JSON.parse(text))
  expect({ path, method, error }).toEqual({ path, method, error: null })
}

export function verdict({ status, body }: AuthoringResponse): string {
  return status < 400 ? String(status) : `${status} ${(body as ProblemJson).code}`
}

/** Of a 400 or a refusal: `name message`. */
export function errorsOf({ body }: AuthoringResponse): string[] {
  return ((body as ProblemJson).errors ?? []).map(({ name, message }) => `${name} ${message}`)
}

export function namesOf({ body }: AuthoringResponse): string[] {
  return ((body as ProblemJson).errors ?? []).map(({ name }) => name)
}
