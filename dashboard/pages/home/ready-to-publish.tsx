// Lists unpublished changes and drafts by collection, with links to the filtered lists.
import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { useSignedIn } from '../../api/accounts/session.ts'
import { useSpacePaths } from '../../api/space.ts'
import { formatCount } from '../../parts/lists/counts.ts'
import { describeBy } from '../../parts/people/person-name.ts'
import { Card, CardNote } from './card.tsx'
import { countByCollection, toNames } from './unpublished.ts'
import type { Home } from './use-home.ts'

export function ReadyToPublish({ home }: { readonly home: Home }) {
  const { changed, drafts } = home
  const retry = () => void Promise.all([changed.refetch(), drafts.refetch()])
  const count = (changed.data?.count ?? 0) + (drafts.data?.count ?? 0)
  return (
    <Card title="Ready to publish" error={changed.error ?? drafts.error} onRetry={retry}>
      {count === 0 ? (
        <CardNote>
          {home.totals.data?.entries === 0 ? 'There are no entries yet.' : 'Everything is published.'}
        </CardNote>
      ) : null}
      <Unpublished
        state="changed"
        text={many => (many === 1 ? 'entry has unpublished changes' : 'entries have unpublished changes')}
        found={changed.data}
        toName={home.toName}
      />
      <Unpublished
        state="draft"
        text={many => (many === 1 ? 'draft is not published yet' : 'drafts are not published yet')}
        found={drafts.data}
        toName={home.toName}
      />
    </Card>
  )
}

interface UnpublishedProps {
  readonly state: 'changed' | 'draft'
  readonly text: (count: number) => string
  readonly found: { readonly list: readonly EntryItemView[]; readonly count: number } | undefined
  readonly toName: (collection: string) => string
}

function Unpublished({ state, text, found, toName }: UnpublishedProps) {
  const paths = useSpacePaths()
  const { user } = useSignedIn()
  if (!found || found.count === 0) return null
  const isWhole = found.count <= found.list.length
  const counts = countByCollection(found.list)
  const names = toNames(found.list, user.email, describeBy)
  return (
    <div className="card-row">
      <div className="card-names">
        <span className="card-title">
          {formatCount(found.count)} {text(found.count)}
        </span>
        <span className="card-about card-wraps">
          {counts.map(({ collection, count }, index) => (
            // Keeps the separator in the same line as the preceding link.
            <span key={collection} className="card-part">
              <Anchor component={Link} href={`${paths.toCollection(collection)}?state=${state}`} inherit>
                {toName(collection)}
                {isWhole ? ` ${formatCount(count)}` : null}
              </Anchor>
              {index < counts.length - 1 ? ', ' : names === '' ? null : ' · '}
            </span>
          ))}
          {names === '' ? null : `by ${names}`}
        </span>
      </div>
    </div>
  )
}
