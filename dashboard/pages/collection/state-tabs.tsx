// Tabs for the states of entries, with counts. They are links, so that Back returns to the previous tab.
import { VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import type { StateCounts } from '../../../src/authoring/entries/entry-list.schema.ts'
import { formatCount } from '../../parts/lists/counts.ts'
import { type ChosenState, type ListLocation, listStates } from './list-address.ts'

interface StateTabsProps {
  readonly location: ListLocation
  /** Undefined while loading. */
  readonly counts: StateCounts | undefined
}

const always: readonly ChosenState[] = ['', 'live', 'changed', 'draft', 'scheduled', 'invalid']

function countOf(state: ChosenState, counts: StateCounts): number {
  return state === '' ? counts.live + counts.changed + counts.draft : counts[state]
}

export function StateTabs({ location: { address, hrefFor }, counts }: StateTabsProps) {
  const states = [...always]
  if (address.state === 'archived') states.push('archived')
  // Failed schedules are rare, so the tab is shown only if there are any.
  if (address.state === 'failed' || (counts?.failed ?? 0) > 0) states.push('failed')
  return (
    <nav aria-label="States" className="state-tabs">
      <ul className="plain-list">
        {states.map(state => (
          <li key={state}>
            <Link
              href={hrefFor({ state })}
              className="state-tab"
              aria-current={address.state === state ? 'page' : undefined}
            >
              {listStates[state]}{' '}
              <span className="state-tab-count">{counts ? formatCount(countOf(state, counts)) : ''}</span>
              {counts ? (
                <VisuallyHidden> {countOf(state, counts) === 1 ? 'entry' : 'entries'}</VisuallyHidden>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
