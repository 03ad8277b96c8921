// Rewrites links to assets in rich text, and counts all other links, which stay. Nothing is reported here.
import { isJsonObject } from '../../../content/values/json-object.ts'
import type { Json } from '../../../content/values/model.ts'
import { property } from '../../read/unknown-json.ts'
import { linkTarget } from './links.ts'

type JsonObject = { readonly [key: string]: Json }

/** Returns the target to write, or null if the link must be removed. */
export type FollowAsset = (id: string, target: JsonObject) => Json

/** Rewrites a document whose nesting was bounded when it was read. If no link is removed, all blocks and words stay. */
export function rewriteAssetLinks(document: Json, follow: FollowAsset): Json {
  return rewrite(document, follow)[0] ?? null
}

/** Returns the nodes that replace a node. Without its link, a hyperlink leaves its words, and an embedded file nothing. */
function rewrite(node: Json, follow: FollowAsset): readonly Json[] {
  if (!isJsonObject(node)) return [node]
  const { content, data } = node
  const inside = Array.isArray(content)
    ? (content as readonly Json[]).flatMap(child => rewrite(child, follow))
    : content
  const rest = inside === undefined ? node : { ...node, content: inside }
  const target = isJsonObject(data) ? data.target : undefined
  const id = linkTarget(target, 'Asset')
  if (id === null) return [rest]
  const followed = follow(id, target as JsonObject)
  if (followed !== null) return [{ ...rest, data: { ...(data as JsonObject), target: followed } }]
  return Array.isArray(inside) ? inside : []
}

/** Counts the links to anything but an asset: to entries, and to other spaces. */
export function countOtherLinks(node: unknown): number {
  const target = property(node, 'data', 'target')
  const type = property(target, 'sys', 'type')
  const isOther = type === 'ResourceLink' || (type === 'Link' && linkTarget(target, 'Asset') === null)
  const content = property(node, 'content')
  const inside = Array.isArray(content) ? content.map(countOtherLinks) : []
  return inside.reduce((sum, count) => sum + count, isOther ? 1 : 0)
}
