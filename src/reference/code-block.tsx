/** @jsxImportSource hono/jsx */
// Blocks of code, JSON with its parts told apart by colour. No highlighting of anything but JSON.
import type { Child } from 'hono/jsx'
import type { Json } from '../base/model.ts'
import { ScrollBox } from './scroll-box.tsx'

export function CodeBlock({ text, title }: { text: string; title?: Child }) {
  return (
    <Framed title={title}>
      <pre>
        <code>{text}</code>
      </pre>
    </Framed>
  )
}

interface JsonBlockProps {
  readonly value: Json
  readonly title: Child
  /** What the block is called where it scrolls in a box of its own. */
  readonly boxLabel?: string
}

export function JsonBlock({ value, title, boxLabel }: JsonBlockProps) {
  // Text examples are bodies that are not JSON, such as metrics.
  const code = typeof value === 'string' ? value : highlight(JSON.stringify(value, null, 2))
  const block = (
    <pre>
      <code>{code}</code>
    </pre>
  )
  return (
    <Framed title={title}>
      {boxLabel === undefined ? (
        block
      ) : (
        <ScrollBox name="code-box" label={boxLabel}>
          {block}
        </ScrollBox>
      )}
    </Framed>
  )
}

function Framed({ title, children }: { title: Child; children?: Child }) {
  return (
    <figure class="code">
      {title === undefined ? null : <figcaption>{title}</figcaption>}
      {children}
    </figure>
  )
}

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function highlight(json: string): Child[] {
  const children: Child[] = []
  let at = 0
  for (const match of json.matchAll(token)) {
    const [whole, string, colon] = match
    children.push(json.slice(at, match.index))
    at = match.index + whole.length
    if (string === undefined) children.push(<span class="json-literal">{whole}</span>)
    else if (colon === undefined) children.push(<span class="json-string">{string}</span>)
    else children.push(<span class="json-key">{string}</span>, colon)
  }
  children.push(json.slice(at))
  return children
}
