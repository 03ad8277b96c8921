// Links inside rich text: those to assets are rewritten, all others stay and are counted. Nothing is reported here.
import { isJsonObject } from '../../../content/values/json-object.ts'
import type { Json } from '../../../content/values/model.ts'
import { property } from '../../read/unknown-json.ts'
import { linkTarget } from './links.ts'

type JsonObject = { readonly [key: string]: Json }

/** Returns the target to write, or null where the link has to go. */
export type FollowAsset = (id: string, target: JsonObject) => Json

/** Nesting was bounded when the document was read. Without a link that goes, embedded blocks and words stay. */
export function rewriteAssetLinks(document: Json, follow: FollowAsset): Json {
  return rewrite(document, follow)[0] ?? null
}

/** A node without its link: a hyperlink leaves its words, an embedded file leaves nothing. */
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

/** How many links lead to anything but an asset: to entries, and to other spaces. */
export function countOtherLinks(node: unknown): number {
  const target = property(node, 'data', 'target')
  const type = property(target, 'sys', 'type')
  const isOther = type === 'ResourceLink' || (type === 'Link' && linkTarget(target, 'Asset') === null)
  const content = property(node, 'content')
  const inside = Array.isArray(content) ? content.map(countOtherLinks) : []
  return inside.reduce((sum, count) => sum + count, isOther ? 1 : 0)
}
