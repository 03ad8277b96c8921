// Converts typed or pasted URLs in plain text to links if they begin with https, http or www.
import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { addressError } from '../../../src/content/values/safe-address.ts'

interface FoundLink {
  readonly start: number
  readonly end: number
  readonly href: string
}

const bareUrl = /(?<![\p{L}\p{N}@/.:])(?:https?:\/\/|www\.)[^\s<>"“”«»]+/giu

/** Removes punctuation that belongs to the sentence, and a closing bracket that was opened before the URL. */
function trimEnd(url: string): string {
  const trimmed = url.replace(/[.,;:!?'’…]+$/u, '')
  const [open, closed] = [trimmed.split('(').length, trimmed.split(')').length]
  const isUnbalanced = /[)\]}]$/.test(trimmed) && (closed > open || /[\]}]$/.test(trimmed))
  if (trimmed === url && !isUnbalanced) return url
  return trimEnd(isUnbalanced ? trimmed.slice(0, -1) : trimmed)
}

export function findBareLinks(text: string): readonly FoundLink[] {
  return [...text.matchAll(bareUrl)].flatMap(({ 0: match, index }) => {
    const url = trimEnd(match)
    const href = toHref(url)
    return href === null ? [] : [{ start: index, end: index + url.length, href }]
  })
}

function toHref(url: string): string | null {
  const href = /^www\./i.test(url) ? `https://${url}` : url
  const host = URL.parse(href)?.hostname ?? ''
  const isHost = host === 'localhost' || /[^.]\.[^.]/.test(host) || host.startsWith('[')
  return isHost && addressError(href, 'link') === null ? href : null
}

/** Returns the URL if the whole text is one; null otherwise. */
export function toWholeLink(text: string): string | null {
  const trimmed = text.trim()
  if (/^(?:mailto|tel):\S+$/i.test(trimmed)) return addressError(trimmed, 'link') === null ? trimmed : null
  const [link] = findBareLinks(trimmed)
  return link && link.start === 0 && link.end === trimmed.length ? link.href : null
}

function isFree(marks: readonly Mark[]): boolean {
  return marks.every(({ type }) => type.name !== 'link' && type.name !== 'code')
}

/** Adds links to the blocks of pasted content. */
export function withBareLinks({ content }: Fragment, schema: Schema): Fragment {
  const toLinked = (node: Node): readonly Node[] => {
    if (node.isText) return toLinkedTexts(node, schema)
    if (node.type.spec.code || node.isLeaf) return [node]
    return [node.copy(Fragment.from(node.children.flatMap(toLinked)))]
  }
  return Fragment.from(content.flatMap(toLinked))
}

function toLinkedTexts(text: Node, schema: Schema): readonly Node[] {
  const links = isFree(text.marks) ? findBareLinks(text.text ?? '') : []
  const parts: Node[] = []
  let at = 0
  for (const { start, end, href } of links) {
    if (start > at) parts.push(text.cut(at, start))
    const mark = schema.marks.link!.create({ href })
    parts.push(text.cut(start, end).mark(mark.addToSet(text.marks)))
    at = end
  }
  return at === 0 ? [text] : at < text.text!.length ? [...parts, text.cut(at)] : parts
}

/** Converts a typed URL that ends at the caret to a link. */
export function linkBefore(tr: Transaction, { schema }: EditorState, position: number): void {
  const $at = tr.doc.resolve(position)
  if ($at.parent.type.name !== 'block') return
  const before = $at.parent.textBetween(0, $at.parentOffset)
  const link = findBareLinks(before).at(-1)
  // Only punctuation may follow the URL.
  if (!link || /\s/.test(before.slice(link.end))) return
  const [from, to] = [$at.start() + link.start, $at.start() + link.end]
  let isPlain = true
  tr.doc.nodesBetween(from, to, node => {
    if (node.isText && !isFree(node.marks)) isPlain = false
  })
  if (isPlain) tr.addMark(from, to, schema.marks.link!.create({ href: link.href }))
}

/** Links the selected text; returns false if no text is selected. */
export function linkSelection(tr: Transaction, href: string): boolean {
  const { from, to, empty } = tr.selection
  const type = tr.doc.type.schema.marks.link!
  if (empty) return false
  tr.removeMark(from, to, type).addMark(from, to, type.create({ href }))
  return tr.docChanged
}
