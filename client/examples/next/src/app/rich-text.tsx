import type { CodeBlock, ImageBlock, LinkMark, RichText as Value } from '@frontlist/client'
import { PortableText, type PortableTextComponents } from '@portabletext/react'
import type { ReactNode } from 'react'
import { toImageUrl } from '../books'

const safeAddress = /^(?:https?:|mailto:|tel:|[/?#])/i

/** Pictures, code, lines, subscript and superscript, which the library does not know, and links whose address is safe. */
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
  },
  marks: {
    link: ({ value, children }: { value?: LinkMark; children: ReactNode }) => (
      <a href={safeAddress.test(value?.href ?? '') ? value?.href : undefined}>{children}</a>
    ),
    sub: ({ children }) => <sub>{children}</sub>,
    sup: ({ children }) => <sup>{children}</sup>,
  },
}

export function RichText({ value }: { value: Value }) {
  return <PortableText value={value} components={components} />
}
