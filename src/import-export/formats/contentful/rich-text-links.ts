// Rewrites links to assets and to renamed entries in rich text, and counts the links that stay. Nothing is reported here.
import { isJsonObject, type Json } from '../../../content/values/model.ts'
import { property } from '../../read/unknown-json.ts'
import { linkTarget } from './links.ts'

type JsonObject = { readonly [key: string]: Json }

/** Returns the target to write, or null if the link must be removed. */
type FollowAsset = (id: string, target: JsonObject) => Json

/** The names of entries by their id in the source. */
type EntryNames = ReadonlyMap<string, string>

/** Rewrites a document whose nesting was bounded when it was read. If no link is removed, all blocks and words stay. */
export function rewriteLinks(document: Json, follow: FollowAsset, names: EntryNames): Json {
  return rewrite(document, follow, names)[0] ?? null
}

/** Returns the nodes that replace a node. Without its link, a hyperlink leaves its words, and an embedded file nothing. */
function rewrite(node: Json, follow: FollowAsset, names: EntryNames): readonly Json[] {
  if (!isJsonObject(node)) return [node]
  const { content, data } = node
  const inside = Array.isArray(content)
    ? (content as readonly Json[]).flatMap(child => rewrite(child, follow, names))
    : content
  const rest = inside === undefined ? node : { ...node, content: inside }
  const target = isJsonObject(data) ? data.target : undefined
  const id = linkTarget(target, 'Asset')
  if (id === null) {
    const renamed = renameEntry(target, names)
    return [renamed === null ? rest : { ...rest, data: { ...(data as JsonObject), target: renamed } }]
  }
  const followed = follow(id, target as JsonObject)
  if (followed !== null) return [{ ...rest, data: { ...(data as JsonObject), target: followed } }]
  return Array.isArray(inside) ? inside : []
}

/** Returns the link to an entry that got another id; null for any other value. */
function renameEntry(target: Json | undefined, names: EntryNames): Json {
  const id = linkTarget(target, 'Entry')
  const name = id === null ? undefined : names.get(id)
  if (name === undefined || name === id) return null
  const { sys, ...rest } = target as JsonObject
  return { ...rest, sys: { ...(sys as JsonObject), id: name } }
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
