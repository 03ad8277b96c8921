// Key management as owners ask for it: a space with content, a neighbour with keys of its own, and an owner of each who
// has signed in. Every answer is held against openapi.json, and searched for secrets and for what is the neighbour's.
import { expect } from 'bun:test'
import { query } from '../../src/database/database.ts'
import type { ApiKeyView } from '../../src/keys/keys.schema.ts'
import { foreignCanary } from '../kit/library.ts'
import { documentedPath, promisedSchema, schemaFault } from '../kit/open-api.ts'
import { type Answer, checkAnswer, readProblem, toAnswer } from '../kit/responses.ts'
import { type Send, type SignedIn, signIn } from '../kit/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/test-space.ts'

export const keysPath = '/api/v1/tokens/api-keys'

export interface NewApiKey {
  readonly doc: ApiKeyView
  readonly key: string
}

export interface KeyDesk {
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
  ): Promise<Answer>
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

export async function openDesk(): Promise<KeyDesk> {
  const space = await createTestSpace({ records: contentOf('e') })
  const neighbour = await createNeighbour(space, foreignCanary, { records: contentOf(foreignCanary) })
  const owner = await signIn(space)
  const neighbourOwner = await signIn(neighbour, { email: `${foreignCanary}@example.com` })
  await neighbourOwner.send('POST', keysPath, { name: foreignCanary })
  const ask: KeyDesk['ask'] = async (method, path, body, headers) => {
    const answer = await toAnswer(await owner.send(method, keysPath + path, body, headers))
    checkKeyAnswer(method, keysPath + path, answer)
    return answer
  }
  const asked = async <Body>(status: number, ...question: Parameters<KeyDesk['ask']>): Promise<Body> => {
    const answer = await ask(...question)
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status })
    return JSON.parse(answer.text) as Body
  }
  return {
    space,
    owner,
    neighbour,
    neighbourOwner,
    ask,
    create: fields => asked(201, 'POST', '', { name: 'web', ...fields }),
    rotate: (id, overlapSeconds) => asked(201, 'POST', `/${id}/rotate`, { overlapSeconds }),
    revoke: async id => (await asked<{ doc: ApiKeyView }>(200, 'DELETE', `/${id}`)).doc,
    find: async id => {
      const { list } = await asked<{ list: ApiKeyView[] }>(200, 'GET', '?perPage=1000')
      return list.find(key => key.id === id)!
    },
    use: async key => {
      const answer = await toAnswer(await space.get('/content/c', { Authorization: `Bearer ${key}` }))
      return answer.status === 200 ? 'ok' : readProblem(answer).code
    },
    stored: async () => ({
      keys: await space.database.reads.all(query.selectFrom('api_key').selectAll().orderBy('id')),
      secrets: await space.database.reads.all(
        query.selectFrom('api_key_secret').select(['hash', 'key', 'valid_until']).orderBy('hash'),
      ),
    }),
  }
}

/** What holds for every answer about keys. */
export function checkKeyAnswer(method: string, path: string, answer: Answer): void {
  checkAnswer(answer, method)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.headers.get('ETag')).toBeNull()
  if (method === 'HEAD') return
  const { status, headers, text } = answer
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
    expect(schemaFault(promised ?? '', body)).toBeNull()
  }
  const shown = body.key === undefined ? text : text.replace(JSON.stringify(body.key), '')
  expect(shown).not.toMatch(/flst_[0-9A-Za-z]{8,}|[0-9a-f]{64}/)
  expect(text).not.toContain(foreignCanary)
}

/** `name message` of each fault of a 400. */
export function faultsOf(answer: Answer): readonly string[] {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 400 })
  return (readProblem(answer).errors ?? []).map(({ name, message }) => `${name} ${message}`.trim())
}

export function docOf(answer: Answer): ApiKeyView {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 })
  return (JSON.parse(answer.text) as { doc: ApiKeyView }).doc
}

/** The answer without what is different in each: to hold two refusals against each other, byte for byte. */
export function anonymous({ status, headers, text }: Answer): object {
  const id = headers.get('X-Request-Id') ?? ''
  const shared = [...(headers as Headers)]
    .filter(([name]) => name !== 'x-request-id')
    .map(([name, value]) => [name, name === 'content-length' ? Number(value) - id.length : value])
  return { status, headers: shared, text: text.replace(id, 'ID') }
}
