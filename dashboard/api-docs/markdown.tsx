// Renders the Markdown of descriptions as elements. Text is never interpreted as HTML.
import { Anchor, Code, Table, Title } from '@mantine/core'
import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { CodeBlock } from '../parts/code/code-block.tsx'

interface MarkdownProps {
  readonly text: string
  /** The level to which all headings are rendered. */
  readonly headingOrder?: 2 | 3
}

export function Markdown({ text, headingOrder = 2 }: MarkdownProps) {
  return (
    <div className="markdown">
      {lexer(text).map((token, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
        <Block key={place} number={place} token={token} headingOrder={headingOrder} />
      ))}
    </div>
  )
}

interface BlockProps {
  /** Distinguishes parts of a text for screen readers. */
  readonly number: number
  readonly token: Token
  readonly headingOrder: 2 | 3
}

function Block({ number, token, headingOrder }: BlockProps): ReactNode {
  switch (token.type) {
    case 'heading':
      return (
        <Title order={headingOrder} size="h2">
          <Inline tokens={token.tokens} />
        </Title>
      )
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens} />
        </p>
      )
    case 'list':
      return (
        <ul>
          {(token as Tokens.List).items.map(item => (
            <li key={item.raw}>
              <Inline tokens={item.tokens} />
            </li>
          ))}
        </ul>
      )
    case 'code':
      return <CodeBlock text={token.text} label={`Example ${number}`} />
    case 'table':
      return <MarkdownTable table={token as Tokens.Table} />
    default:
      return null
  }
}

function MarkdownTable({ table: { header, rows } }: { readonly table: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="wide-table" aria-label={`Table of ${header[0]?.text ?? 'values'}`} tabIndex={0}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {header.map(cell => (
              <Table.Th key={cell.text} scope="col">
                <Inline tokens={cell.tokens} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.map(({ text }) => text).join()}>
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table do not change
                <Table.Td key={place}>
                  <Inline tokens={cell.tokens} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** Renders a description inline, without block elements. */
export function InlineMarkdown({ text }: { readonly text: string }) {
  return (
    <>
      {lexer(text).map((token, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
        <Inline key={place} tokens={'tokens' in token ? token.tokens : undefined} />
      ))}
    </>
  )
}

function Inline({ tokens = [] }: { readonly tokens?: readonly Token[] | undefined }) {
  return (
    <>
      {tokens.map((token, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
        <Fragment key={place}>{toInline(token)}</Fragment>
      ))}
    </>
  )
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function toInline(token: Token): ReactNode {
  switch (token.type) {
    case 'codespan':
      return (
        <Code>
          {token.text.replace(/&(?:amp|lt|gt|quot|#39);/g, (name: string) => entities[name] ?? name)}
        </Code>
      )
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      )
    case 'link':
      return <Anchor href={token.href}>{token.text}</Anchor>
    case 'text':
      return token.tokens ? <Inline tokens={token.tokens} /> : token.text
    default:
      return 'text' in token ? String(token.text) : null
  }
}
