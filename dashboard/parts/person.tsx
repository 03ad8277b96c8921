// Who did something: a circle with initials, the name, and when.
import { VisuallyHidden } from '@mantine/core'
import type { By } from '../../src/base/by.ts'
import { Moment } from './moment.tsx'
import { toPersonName } from './person-name.ts'
import { UserAvatar } from './user-avatar.tsx'
import './person.css'

/** For example "Ada Lovelace" or "the API key Website". */
export function describeBy(by: By | null): string {
  if (by === null) return 'unknown'
  const { kind, name } = by
  if (kind === 'schedule') return 'a schedule'
  if (kind === 'user') return toPersonName(name)
  return `the ${kind === 'key' ? 'API key' : kind} ${name}`
}

/** With the name. */
export function Person({ by }: { readonly by: By | null }) {
  return (
    <span className="person">
      <UserAvatar name={by?.name ?? '?'} />
      <span className="person-name" title={by?.name}>
        {describeBy(by)}
      </span>
    </span>
  )
}

interface WhoAndWhenProps {
  readonly by: By | null
  readonly at: string | null
}

export function WhoAndWhen({ by, at }: WhoAndWhenProps) {
  return (
    <span className="person" title={by?.name}>
      <UserAvatar name={by?.name ?? '?'} />
      <span>
        <Moment at={at} />
        {by ? <VisuallyHidden> by {describeBy(by)}</VisuallyHidden> : null}
      </span>
    </span>
  )
}
