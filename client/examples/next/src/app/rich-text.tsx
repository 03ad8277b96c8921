import type {
  CodeBlock,
  EntryBlock,
  EntryLinkMark,
  ImageBlock,
  LinkMark,
  TableBlock,
  RichText as Value,
} from '@frontlist/client'
import { PortableText, type PortableTextComponents } from '@portabletext/react'
import type { ReactNode } from 'react'
import { toImageUrl } from '../books'
import { toPath, toTitle } from '../entries'

const safeAddress = /^(?:https?:|mailto:|tel:|[/?#])/i

/** What the library does not know, and links whose address is safe. */
const components: PortableTextComponents = {
  types: {
    image: ({ value }: { value: ImageBlock }) =>
      value.asset && (
        <figure>
          <img src={toImageUrl(value.asset, { w: 1200 })} alt={value.asset.alt ?? ''} loading="lazy" />
          {value.caption && <figcaption>{value.caption}</figcaption>}
        </figure>
      ),
    code: ({ value }: { value: CodeBlock }) => (
      <pre>
        <code>{value.code}</code>
      </pre>
    ),
    break: () => <hr />,
    entry: ({ value: { entry } }: { value: EntryBlock }) =>
      entry && (
        <aside>
          <a href={toPath(entry)}>{toTitle(entry)}</a>
        </aside>
      ),
    table: ({ value: { header, rows } }: { value: TableBlock }) => (
      <table>
        <tbody>
          {rows.map(({ _key, cells }, index) => {
            const Cell = header && index === 0 ? 'th' : 'td'
            return (
              <tr key={_key}>
                {cells.map(({ _key, content }) => (
                  <Cell key={_key}>
                    <RichText value={content} />
                  </Cell>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    ),
  },
  marks: {
    link: ({ value, children }: { value?: LinkMark; children: ReactNode }) => (
      <a href={safeAddress.test(value?.href ?? '') ? value?.href : undefined}>{children}</a>
    ),
    entryLink: ({ value, children }: { value?: EntryLinkMark; children: ReactNode }) => (
      <a href={toPath(value?.entry)}>{children}</a>
    ),
    sub: ({ children }) => <sub>{children}</sub>,
    sup: ({ children }) => <sup>{children}</sup>,
  },
}

export function RichText({ value }: { value: Value }) {
  return <PortableText value={value} components={components} />
}
