// The changes made in a trial of the revocation stress test: each way to restrict or revoke a key, or to change
// published content. Each change goes through one node's API, and defines which responses show the state before it.

import type { StressNode } from './node-process.ts'
import type { Managing } from './owned-space.ts'
import { pollOnce } from './poller.ts'

export const keysPath = '/api/v1/tokens/api-keys'
export const contentPath = '/api/v1/public/content'

export interface Trial {
  /** The client's request, sent to any node. */
  ask(node: StressNode): Promise<Response>
  /** Resolves when the node has responded, with the time from which no response may show the old state. */
  change(node: StressNode): Promise<number>
  /** Whether this response shows the old state. */
  isBefore(response: { status: number; text: string }): boolean
  /** Whether it is the expected response after the change. */
  isAfter(response: { status: number; text: string }): boolean
}

export type ChangeName = 'revoke' | 'narrow' | 'rotate' | 'expire' | 'publish' | 'unpublish'

export const keyChanges: readonly ChangeName[] = ['revoke', 'narrow', 'rotate', 'expire']
export const contentChanges: readonly ChangeName[] = ['unpublish', 'publish']

/** The entry that is published and unpublished. */
export const entry = { collection: 'notes', id: 'note-1' } as const

/** `expiresAt` must be in the future when the request is read. */
const expiryMs = 500

async function must(response: Response | Promise<Response>, status: number): Promise<unknown> {
  const received = await response
  const text = await received.text()
  if (received.status !== status) throw new Error(`${received.url}: ${received.status} ${text}`)
  return JSON.parse(text)
}

export async function makeKey(fleet: Managing, node: StressNode): Promise<{ id: string; key: string }> {
  const body = { name: 'stress', scopes: ['content.read'], expiresAt: null }
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
  node: StressNode,
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

async function keyTrial(fleet: Managing, maker: StressNode, name: ChangeName): Promise<Trial> {
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
    isBefore: response => response.status === 200,
    isAfter: response => response.status === status && response.text.includes(`"${code}"`),
  }
}

/** On a busy machine a request may arrive when its expiry has passed, and is refused: the next one has more time. */
async function expireSoon(fleet: Managing, node: StressNode, path: string): Promise<number> {
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

async function contentTrial(
  fleet: Managing,
  maker: StressNode,
  name: ChangeName,
  id: string,
): Promise<Trial> {
  if (!lasting.has(fleet)) lasting.set(fleet, makeKey(fleet, maker))
  const { key } = await lasting.get(fleet)!
  const act = async (node: StressNode, verb: string) => {
    const path = `/api/v1/entries/${id}/${verb}`
    const body = verb === 'publish' ? { draftVersion: 1 } : {}
    return (await must(fleet.manage(node, 'POST', path, body), 200)) as {
      doc: { live: { version: number } | null }
    }
  }
  const send = (node: StressNode) => node.request(`${contentPath}/${entry.collection}/${id}`, withKey(key))
  await act(maker, name === 'publish' ? 'unpublish' : 'publish')
  const before = await pollOnce(() => send(maker))
  const status = name === 'publish' ? 200 : 404
  return {
    ask: send,
    change: async node => {
      await act(node, name)
      return performance.now()
    },
    // Another version has another text.
    isBefore: response =>
      response.status === before.status && withoutId(response.text) === withoutId(before.text),
    isAfter: response => response.status === status && withoutId(response.text) !== withoutId(before.text),
  }
}

/** Also ignores the origin of an error's type, which is that of the node. */
function withoutId(text: string): string {
  return text.replace(/"requestId":"[^"]*"/, '').replace(/"type":"[^"#]*#/, '"type":"#')
}
