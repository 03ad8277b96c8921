// The cards of entries that somebody works on: edited last, ready to be published, with edits not yet sent.

import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import type { Actor } from '../../../src/base/caller.ts'
import { useSignedIn } from '../../api/accounts/session.ts'
import { useTargets } from '../../api/content/references.ts'
import { listUnsentEntries } from '../../api/local-drafts.ts'
import { useSpace, useSpacePaths } from '../../api/space.ts'
import { EntryState, toShownState } from '../../parts/entries/entry-state.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { describeBy } from '../../parts/people/person.tsx'
import { Picture } from '../../parts/pictures/picture.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { Card, CardNote } from './card.tsx'
import type { Home } from './use-home.ts'

/** Lists the entries that the user edited last. */
export function ContinueEditing({ home }: { readonly home: Home }) {
  const { data, error, refetch } = home.edited
  return (
    <Card title="Continue editing" error={error} onRetry={() => void refetch()}>
      {data?.list.length === 0 ? (
        <CardNote>What you edit is listed here. You have not edited an entry yet.</CardNote>
      ) : null}
      <ul className="plain-list">
        {data?.list.map(entry => (
          <EditedEntry key={entry.id} entry={entry} collection={home.toName(entry.collection)} />
        ))}
      </ul>
    </Card>
  )
}

function EditedEntry({ entry, collection }: { entry: EntryItemView; collection: string }) {
  const paths = useSpacePaths()
  const { id, title, slug, updatedAt } = entry
  return (
    <li className="card-row">
      <Picture entry={entry} />
      <div className="card-names">
        <Link href={paths.toEntry(entry.collection, id)} className="card-title">
          {title ?? slug}
        </Link>
        <span className="card-about">
          {collection}
          <span className="card-time-below">
            {' · '}
            <Moment at={updatedAt} />
          </span>
        </span>
      </div>
      <EntryState state={toShownState(entry)} />
      <span className="card-time">
        <Moment at={updatedAt} />
      </span>
    </li>
  )
}

/** Lists unpublished changes and drafts by collection, with links to the filtered lists. */
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

const textMax = 80

/** Lists entries with unsent edits on this device. Opening such an entry sends them. */
export function UnsentEntries({ toName }: { readonly toName: (collection: string) => string }) {
  const { user } = useSignedIn()
  const { id: space } = useSpace()
  const paths = useSpacePaths()
  const { data = [] } = useQuery({
    queryKey: ['unsent-entries', user.id, space],
    queryFn: () => listUnsentEntries(user.id, space),
    staleTime: 0,
    gcTime: 0,
  })
  // Unsent text can belong to any field, so an existing entry is named by its title.
  const { targets } = useTargets(data.flatMap(({ id, isNew }) => (isNew ? [] : [id])))
  if (data.length === 0) return null
  return (
    <Card title="Not saved yet" error={null} onRetry={() => {}}>
      <ul className="plain-list">
        {data.map(({ id, collection, isNew, at, text }) => (
          <li key={id} className="card-row">
            <div className="card-names">
              <Link href={paths.toEntry(collection, id)} className="card-title">
                {targets.get(id)?.title ?? text?.slice(0, textMax) ?? id}
              </Link>
              <span className="card-about">
                {toName(collection)}
                {isNew ? ', new' : ''} · on this device since <Moment at={new Date(at).toISOString()} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Item = Pick<EntryItemView, 'collection' | 'updatedBy'>

const namesMax = 3

/** Sorted by count, highest first. */
export function countByCollection(
  entries: readonly Item[],
): readonly { readonly collection: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { collection } of entries) counts.set(collection, (counts.get(collection) ?? 0) + 1)
  return [...counts]
    .map(([collection, count]) => ({ collection, count }))
    .sort((one, other) => other.count - one.count || one.collection.localeCompare(other.collection))
}

/** Returns for example `you, Mira and 2 others`, in the order of the entries. */
export function toNames(entries: readonly Item[], me: string, toName: (by: Actor) => string): string {
  const found = entries.flatMap(({ updatedBy: by }) => (by ? [by.name === me ? 'you' : toName(by)] : []))
  const names = [...new Set(found)]
  const others = names.length - namesMax
  const shown =
    others > 0 ? [...names.slice(0, namesMax), `${others} ${others === 1 ? 'other' : 'others'}`] : names
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(shown)
}
