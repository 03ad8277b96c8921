/** @jsxImportSource hono/jsx */
// Headings that can be linked to, and the small marks set beside names. No content of their own.
import type { Child } from 'hono/jsx'

interface HeadingProps {
  readonly level: 2 | 3 | 4
  readonly anchor: string
  readonly children?: Child
}

export function Heading({ level, anchor, children }: HeadingProps) {
  const Tag = `h${level}` as const
  return (
    <Tag id={anchor}>
      {children}
      <a class="anchor" href={`#${anchor}`} aria-label="Link to this heading">
        #
      </a>
    </Tag>
  )
}

export function MethodBadge({ method }: { method: string }) {
  return <span class={`method method-${method}`}>{method.toUpperCase()}</span>
}

/** A path that may break after each slash, its parameters set apart. */
export function PathText({ path }: { path: string }) {
  const parts = path.split(/(?<=\/)|(?=\{)|(?<=\})/)
  return (
    <code class="path">
      {parts.map(part => (
        <>
          {part.startsWith('{') ? <span class="path-parameter">{part}</span> : part}
          <wbr />
        </>
      ))}
    </code>
  )
}

export function DeprecatedMark({ when }: { when: boolean | undefined }) {
  return when === true ? <span class="mark mark-deprecated">deprecated</span> : null
}

export function RequiredMark({ when }: { when: boolean | undefined }) {
  return when === true ? <span class="mark">required</span> : null
}
