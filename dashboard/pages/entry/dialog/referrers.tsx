// Names the entries that refer to an entry, for dialogs that change what readers get.
import { Anchor, Text } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'wouter'
import type { LinksView, ReferrerView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useSpacePaths } from '../../../api/space.ts'

const shownMax = 5

interface ReferrersProps {
  readonly links: LinksView
  /** The sentence after "3 published entries refer to it". */
  readonly consequence: string
}

/** Renders nothing if no live entry refers to the entry. */
export function LiveReferrers({ links: { from, fromLiveCount }, consequence }: ReferrersProps) {
  if (fromLiveCount === 0) return null
  const shown = from.filter(({ live }) => live).slice(0, shownMax)
  const rest = fromLiveCount - shown.length
  return (
    <Text component="div" size="sm" className="entry-text">
      {countReferrers(fromLiveCount)} to it: <Titles entries={shown} />
      {rest > 0 ? ` and ${rest.toLocaleString('en')} more` : null}. {consequence}
    </Text>
  )
}

function countReferrers(count: number): string {
  return count === 1 ? '1 published entry refers' : `${count.toLocaleString('en')} published entries refer`
}

function Titles({ entries }: { readonly entries: readonly ReferrerView[] }) {
  const paths = useSpacePaths()
  return entries.map(({ id, collection, title, slug }, index) => (
    <Fragment key={id}>
      {index > 0 ? ', ' : null}
      <Anchor component={Link} href={paths.toEntry(collection, id)} inherit>
        {title ?? slug}
      </Anchor>
    </Fragment>
  ))
}
