/** @jsxImportSource hono/jsx */
// The little Markdown that descriptions are written in: paragraphs, lists, fenced code, `code`, **bold** and links.
// Everything else is text. HTML in a description is text too.
import type { Child } from 'hono/jsx'
import { CodeBlock } from './code-block.tsx'

interface MarkdownProps {
  readonly text: string | undefined
  /** Anchors by error code: a code named in a text leads to its row. */
  readonly errorAnchors: ReadonlyMap<string, string>
}

type Block =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'paragraph'; readonly text: string }

const bullet = /^\s*(?:[-*]|\d+[.)])\s+/
const fence = /^\s*```/

export function Markdown({ text, errorAnchors }: MarkdownProps) {
  return (
    <>
      {blocksOf(text ?? '').map(block => {
        if (block.kind === 'code') return <CodeBlock text={block.text} />
        if (block.kind === 'paragraph') return <p>{inline(block.text, errorAnchors)}</p>
        const items = block.items.map(item => <li>{inline(item, errorAnchors)}</li>)
        return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
      })}
    </>
  )
}

/** The first paragraph alone, for places that hold no blocks. */
export function MarkdownLine({ text, errorAnchors }: MarkdownProps) {
  const block = blocksOf(text ?? '').find(each => each.kind === 'paragraph')
  return <>{block === undefined ? null : inline(block.text, errorAnchors)}</>
}

export function hasCodeBlock(text: string | undefined): boolean {
  return (text ?? '').split('\n').some(line => fence.test(line))
}

function blocksOf(text: string): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const end = blockEnd(lines, at)
    const part = lines.slice(at, end)
    if (fence.test(line)) {
      const closed = part.length > 1 && fence.test(part.at(-1) ?? '')
      blocks.push({ kind: 'code', text: part.slice(1, closed ? -1 : undefined).join('\n') })
    } else if (bullet.test(line)) {
      blocks.push({ kind: 'list', ordered: /^\s*\d/.test(line), items: itemsOf(part) })
    } else if (line.trim() !== '') {
      blocks.push({ kind: 'paragraph', text: part.join('\n') })
    }
    at = end
  }
  return blocks
}

function blockEnd(lines: readonly string[], start: number): number {
  const first = lines[start] ?? ''
  let end = start + 1
  if (first.trim() === '') return end
  if (fence.test(first)) {
    while (end < lines.length && !fence.test(lines[end] ?? '')) end += 1
    return Math.min(end + 1, lines.length)
  }
  const inList = bullet.test(first)
  while (end < lines.length && continues(lines[end] ?? '', inList)) end += 1
  return end
}

function continues(line: string, inList: boolean): boolean {
  return line.trim() !== '' && !fence.test(line) && (inList || !bullet.test(line))
}

function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = []
  for (const line of lines) {
    if (bullet.test(line)) items.push(line.replace(bullet, ''))
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`)
  }
  return items
}

const span = /(`+)(.+?)\1(?!`)|\*\*(.+?)\*\*|\[([^[\]]+)\]\(([^()\s]+)\)/gs

function inline(text: string, errorAnchors: ReadonlyMap<string, string>): Child[] {
  const children: Child[] = []
  let at = 0
  for (const match of text.matchAll(span)) {
    const [whole, , code, bold, label, address] = match
    children.push(text.slice(at, match.index))
    at = match.index + whole.length
    if (code !== undefined)
      children.push(<InlineCode text={code.trim() || code} errorAnchors={errorAnchors} />)
    else if (bold !== undefined) children.push(<strong>{inline(bold, errorAnchors)}</strong>)
    else if (isSafeAddress(address ?? ''))
      children.push(<a href={address}>{inline(label ?? '', errorAnchors)}</a>)
    else children.push(whole)
  }
  children.push(text.slice(at))
  return children
}

function InlineCode({ text, errorAnchors }: { text: string; errorAnchors: ReadonlyMap<string, string> }) {
  const anchor = errorAnchors.get(text)
  const code = <code>{text}</code>
  return anchor === undefined ? code : <a href={`#${anchor}`}>{code}</a>
}

/** An address that cannot run anything: the web, mail, or a place on this host. */
function isSafeAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|#|\/(?!\/)|\.{1,2}\/)/i.test(address)
}
