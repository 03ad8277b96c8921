// A reference in a field, as a link to its target entry.
import { Anchor, Text } from '@mantine/core'
import { createContext, useContext } from 'react'
import { Link } from 'wouter'
import type { LinkView } from '../../../src/authoring/entries.schema.ts'
import { useSpacePaths } from '../../api/space.ts'

/** The known target entries of references, by id and by `collection/slug`. */
export type Links = ReadonlyMap<string, LinkView>

export const LinksContext = createContext<Links>(new Map())

export function toLinks(references: readonly LinkView[]): Links {
  const links = new Map<string, LinkView>()
  for (const link of references) {
    if (link.id !== null) links.set(link.id, link)
    if (link.slug !== null) links.set(`${link.collection}/${link.slug}`, link)
  }
  return links
}

/** A reference whose target is known. */
export interface ResolvedLink {
  readonly id: string
  readonly collection: string
  /** Null if it is unknown. */
  readonly slug: string | null
}

export function isFound<Link extends Pick<LinkView, 'id' | 'collection'>>(
  link: Link,
): link is Link & { readonly id: string; readonly collection: string } {
  return link.id !== null && link.collection !== null
}

interface Reference {
  readonly id?: unknown
  readonly collection?: unknown
  readonly slug?: unknown
}

interface ReferenceValueProps {
  readonly value: Reference
  /** The collections that the field may reference. */
  readonly to: readonly string[] | undefined
}

export function ReferenceValue({ value, to }: ReferenceValueProps) {
  const links = useContext(LinksContext)
  const id = typeof value.id === 'string' ? value.id : null
  const address = typeof value.slug === 'string' ? `${value.collection}/${value.slug}` : null
  const link = links.get(id ?? '') ?? links.get(address ?? '')
  if (link && isFound(link)) return <LinkToEntry link={link} />
  // The response has no link for it: the target is live only, or one of very many. The entry's page finds it by its id.
  if (!link && id !== null && to?.[0]) return <LinkToEntry link={{ id, collection: to[0], slug: null }} />
  return (
    <Text component="span" size="sm" className="entry-text">
      <code>{address ?? id ?? JSON.stringify(value)}</code>
      {link ? ': this entry does not exist' : null}
    </Text>
  )
}

/** The slug as a link, and the collection of the entry. */
export function LinkToEntry({ link }: { readonly link: ResolvedLink }) {
  const { id, collection, slug } = link
  const paths = useSpacePaths()
  return (
    <Text component="span" size="sm" className="entry-text">
      <Anchor component={Link} href={paths.toEntry(collection, id)} inherit>
        {slug ?? id}
      </Anchor>
      {slug === null ? null : (
        <Text span inherit c="dimmed">
          {` in ${collection}`}
        </Text>
      )}
    </Text>
  )
}
