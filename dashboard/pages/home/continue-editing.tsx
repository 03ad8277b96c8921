// Lists the entries that the user edited last.
import { Link } from 'wouter'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { useSpacePaths } from '../../api/space.ts'
import { EntryState, toShownState } from '../../parts/entries/entry-state.tsx'
import { Picture } from '../../parts/pictures/picture.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { Card, CardNote } from './card.tsx'
import type { Home } from './use-home.ts'

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
