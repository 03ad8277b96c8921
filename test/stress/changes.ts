// The changes made in a trial of the revocation stress test: each way to restrict or revoke a key, or to change
// published content. Each change goes through one node's API, and defines which responses show the state before it.
import { askOnce } from './asker.ts'
import type { RigNode } from './node-process.ts'
import type { Managing } from './owned-space.ts'

export const keysPath = '/api/v1/tokens/api-keys'
export const contentPath = '/api/v1/public/content'

export interface Trial {
  /** The client's request, sent to any node. */
  ask(node: RigNode): Promise<Response>
  /** Resolves when the node has responded, with the time from which no response may show the old state. */
  change(node: RigNode): Promise<number>
  /** Whether this response shows the old state. */
  isBefore(answer: { status: number; text: string }): boolean
  /** Whether it is the expected response after the change. */
  isAfter(answer: { status: number; text: string }): boolean
}

export type ChangeName = 'revoke' | 'narrow' | 'rotate' | 'expire' | 'publish' | 'unpublish'

export const keyChanges: readonly ChangeName[] = ['revoke', 'narrow', 'rotate', 'expire']
export const contentChanges: readonly ChangeName[] = ['unpublish', 'publish']

/** The entry that is published and unpublished. */
export const entry = { collection: 'notes', id: 'note-1' } as const

/** `expiresAt` must be in the future when the request is read. */
const expiryMs = 500

async function must(response: Response | Promise<Response>, status: number): Promise<unknown> {
  const answer = await response
  const text = await answer.text()
  if (answer.status !== status) throw new Error(`${answer.url}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

export async function makeKey(fleet: Managing, node: RigNode): Promise<{ id: string; key: string }> {
  const body = { name: 'rig', scopes: ['content.read'], expiresAt: null }
  const { doc, key } = (await must(fleet.manage(node, 'POST', keysPath, body), 201)) as {
    doc: { id: string }
    key: string
  }
  return { id: doc.id, key }
}

export function withKey(key: string): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${key}` } }
}

/** Creates what the change needs, through the node; `id` is the entry that content trials change. */
export function prepareTrial(
  fleet: Managing,
  node: RigNode,
  name: ChangeName,
  id: string = entry.id,
): Promise<Trial> {
  return keyChanges.includes(name) ? keyTrial(fleet, node, name) : contentTrial(fleet, node, name, id)
}

const refusals: Partial<Record<ChangeName, readonly [status: number, code: string]>> = {
  revoke: [401, 'api_key_revoked'],
  narrow: [403, 'insufficient_scope'],
  rotate: [401, 'api_key_invalid'],
  expire: [401, 'api_key_expired'],
}

async function keyTrial(fleet: Managing, maker: RigNode, name: ChangeName): Promise<Trial> {
  const { id, key } = await makeKey(fleet, maker)
  const path = `${keysPath}/${id}`
  const [status, code] = refusals[name]!
  return {
    ask: node => node.request(`${contentPath}/notes?perPage=5`, withKey(key)),
    change: async node => {
      if (name === 'revoke') await must(fleet.manage(node, 'DELETE', path), 200)
      if (name === 'narrow') await must(fleet.manage(node, 'PATCH', path, { scopes: ['schema.read'] }), 200)
      if (name === 'rotate') await must(fleet.manage(node, 'POST', `${path}/rotate`, {}), 201)
      if (name !== 'expire') return performance.now()
      const expiresAt = await expireSoon(fleet, node, path)
      return Math.max(performance.now(), expiresAt - performance.timeOrigin)
    },
    isBefore: answer => answer.status === 200,
    isAfter: answer => answer.status === status && answer.text.includes(`"${code}"`),
  }
}

/** On a busy machine a request may arrive when its expiry has passed, and is refused: the next one has more time. */
async function expireSoon(fleet: Managing, node: RigNode, path: string): Promise<number> {
  for (let aheadMs = expiryMs; ; aheadMs *= 2) {
    const expiresAt = Date.now() + aheadMs
    const body = { expiresAt: new Date(expiresAt).toISOString() }
    const response = await fleet.manage(node, 'PATCH', path, body)
    if (response.status === 400 && Date.now() > expiresAt) continue
    await must(response, 200)
    return expiresAt
  }
}

/** The key of all content trials: only published content changes. */
const lasting = new WeakMap<Managing, Promise<{ key: string }>>()

async function contentTrial(fleet: Managing, maker: RigNode, name: ChangeName, id: string): Promise<Trial> {
  if (!lasting.has(fleet)) lasting.set(fleet, makeKey(fleet, maker))
  const { key } = await lasting.get(fleet)!
  const act = async (node: RigNode, verb: string) => {
    const path = `/api/dashboard/entries/${id}/${verb}`
    return (await must(fleet.manage(node, 'POST', path), 200)) as {
      doc: { live: { version: number } | null }
    }
  }
  const ask = (node: RigNode) => node.request(`${contentPath}/${entry.collection}/${id}`, withKey(key))
  await act(maker, name === 'publish' ? 'unpublish' : 'publish')
  const before = await askOnce(() => ask(maker))
  const status = name === 'publish' ? 200 : 404
  return {
    ask,
    change: async node => {
      await act(node, name)
      return performance.now()
    },
    // Another version has another text.
    isBefore: answer => answer.status === before.status && withoutId(answer.text) === withoutId(before.text),
    isAfter: answer => answer.status === status && withoutId(answer.text) !== withoutId(before.text),
  }
}

/** Also ignores the origin of an error's type, which is that of the node. */
function withoutId(text: string): string {
  return text.replace(/"requestId":"[^"]*"/, '').replace(/"type":"[^"#]*#/, '"type":"#')
}
