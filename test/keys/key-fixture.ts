// Key management as owners ask for it: a space with content, a neighbour with keys of its own, and an owner of each who
// has signed in. Every response is held against openapi.json, and searched for secrets and for what is the neighbour's.
import { expect } from 'bun:test'
import { query } from '../../src/database/database.ts'
import type { ApiKeyView } from '../../src/keys/keys.schema.ts'
import { foreignCanary } from '../kit/app/library-space.ts'
import { documentedPath, promisedSchema, schemaError } from '../kit/app/open-api.ts'
import { checkResponse, type ReceivedResponse, readProblem, readResponse } from '../kit/app/responses.ts'
import { type Send, type SignedIn, signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

export const keysPath = '/api/v1/tokens/api-keys'

export interface NewApiKey {
  readonly doc: ApiKeyView
  readonly key: string
}

export interface KeyFixture {
  readonly space: TestSpace
  readonly owner: SignedIn
  readonly neighbour: TestSpace
  readonly neighbourOwner: SignedIn
  /** As the owner; `path` begins after `/api/v1/tokens/api-keys`. */
  ask(
    method: string,
    path: string,
    body?: Parameters<Send>[2],
    headers?: Parameters<Send>[3],
  ): Promise<ReceivedResponse>
  create(fields?: object): Promise<NewApiKey>
  rotate(id: string, overlapSeconds?: number): Promise<NewApiKey>
  revoke(id: string): Promise<ApiKeyView>
  /** The key with this id, as the list has it. */
  find(id: string): Promise<ApiKeyView>
  /** What a list of content says to the key: `ok`, or the code of the refusal. */
  use(key: string): Promise<string>
  /** Every key and every secret of both spaces, as they are stored. */
  stored(): Promise<{ keys: readonly object[]; secrets: readonly StoredSecret[] }>
}

/** The end of every message about scopes that are not accepted. */
export const allowedScopes =
  'allowed are: content.read, schema.read, draft.read, content.write, content.publish, model.write, content.preview'

interface StoredSecret {
  readonly hash: string
  readonly key: string
  readonly valid_until: number | null
}

const contentOf = (id: string) =>
  [
    { type: 'collection', apiName: 'c', name: 'C', fields: [] },
    { type: 'entry', collection: 'c', id, liveData: {} },
  ] as const

export async function openKeyFixture(): Promise<KeyFixture> {
  const space = await createTestSpace({ records: contentOf('e') })
  const neighbour = await createNeighbour(space, foreignCanary, { records: contentOf(foreignCanary) })
  const owner = await signIn(space)
  const neighbourOwner = await signIn(neighbour, { email: `${foreignCanary}@example.com` })
  await neighbourOwner.send('POST', keysPath, { name: foreignCanary })
  const send: KeyFixture['ask'] = async (method, path, body, headers) => {
    const response = await readResponse(await owner.send(method, keysPath + path, body, headers))
    checkKeyResponse(method, keysPath + path, response)
    return response
  }
  const sent = async <Body>(status: number, ...query: Parameters<KeyFixture['ask']>): Promise<Body> => {
    const response = await send(...query)
    expect({ status: response.status, text: response.text }).toMatchObject({ status })
    return JSON.parse(response.text) as Body
  }
  return {
    space,
    owner,
    neighbour,
    neighbourOwner,
    ask: send,
    create: fields => sent(201, 'POST', '', { name: 'web', ...fields }),
    rotate: (id, overlapSeconds) => sent(201, 'POST', `/${id}/rotate`, { overlapSeconds }),
    revoke: async id => (await sent<{ doc: ApiKeyView }>(200, 'DELETE', `/${id}`)).doc,
    find: async id => {
      const { list } = await sent<{ list: ApiKeyView[] }>(200, 'GET', '?perPage=1000')
      return list.find(key => key.id === id)!
    },
    use: async key => {
      const response = await readResponse(await space.get('/content/c', { Authorization: `Bearer ${key}` }))
      return response.status === 200 ? 'ok' : readProblem(response).code
    },
    stored: async () => ({
      keys: await space.database.reads.all(query.selectFrom('api_key').selectAll().orderBy('id')),
      secrets: await space.database.reads.all(
        query.selectFrom('api_key_secret').select(['hash', 'key', 'valid_until']).orderBy('hash'),
      ),
    }),
  }
}

/** What holds for every response about keys. */
export function checkKeyResponse(method: string, path: string, response: ReceivedResponse): void {
  checkResponse(response, method)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('ETag')).toBeNull()
  if (method === 'HEAD') return
  const { status, headers, text } = response
  const documented = documentedPath(path)
  const body = JSON.parse(text) as { key?: string; code?: string }
  if (documented !== null && status !== 414 && status !== 405) {
    const promised = promisedSchema(
      documented,
      status,
      headers.get('Content-Type') ?? '',
      method.toLowerCase(),
    )
    expect({ path, status, promised }).not.toMatchObject({ promised: null })
    expect(schemaError(promised ?? '', body)).toBeNull()
  }
  const shown = body.key === undefined ? text : text.replace(JSON.stringify(body.key), '')
  expect(shown).not.toMatch(/flst_[0-9A-Za-z]{8,}|[0-9a-f]{64}/)
  expect(text).not.toContain(foreignCanary)
}

/** `name message` of each fault of a 400. */
export function errorsOf(response: ReceivedResponse): readonly string[] {
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 400 })
  return (readProblem(response).errors ?? []).map(({ name, message }) => `${name} ${message}`.trim())
}

export function docOf(response: ReceivedResponse): ApiKeyView {
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 200 })
  return (JSON.parse(response.text) as { doc: ApiKeyView }).doc
}

/** The response without what is different in each: to hold two refusals against each other, byte for byte. */
export function anonymous({ status, headers, text }: ReceivedResponse): object {
  const id = headers.get('X-Request-Id') ?? ''
  const shared = [...(headers as Headers)]
    .filter(([name]) => name !== 'x-request-id')
    .map(([name, value]) => [name, name === 'content-length' ? Number(value) - id.length : value])
  return { status, headers: shared, text: text.replace(id, 'ID') }
}
