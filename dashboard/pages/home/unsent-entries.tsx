// Lists entries with unsent edits on this device. Opening such an entry sends them.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useSignedIn } from '../../api/accounts/session.ts'
import { useTargets } from '../../api/content/references.ts'
import { listUnsentEntries } from '../../api/local-drafts.ts'
import { useSpace, useSpacePaths } from '../../api/space.ts'
import { Moment } from '../../parts/time/moment.tsx'
import { Card } from './card.tsx'

const textMax = 80

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
