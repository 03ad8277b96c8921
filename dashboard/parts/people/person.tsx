// Shows an actor: a circle with initials, the name, and a time.
import { VisuallyHidden } from '@mantine/core'
import { IconClock, IconFileImport, IconKey, IconTerminal2 } from '@tabler/icons-react'
import type { Actor } from '../../../src/base/actor.ts'
import { Moment } from '../time/moment.tsx'
import { describeBy } from './person-name.ts'
import { UserAvatar } from './user-avatar.tsx'
import './person.css'

const symbols = { key: IconKey, import: IconFileImport, command: IconTerminal2, schedule: IconClock } as const

interface ByAvatarProps {
  readonly by: Actor | null
  readonly size?: number
}

/** Shows the initials of a person, or an icon for another kind of actor. Decorative beside the name. */
export function ByAvatar({ by, size = 22 }: ByAvatarProps) {
  if (by === null || by.kind === 'user') return <UserAvatar name={by?.name ?? '?'} size={size} />
  const Icon = symbols[by.kind]
  return (
    <span className="by-symbol" style={{ width: size, height: size }} aria-hidden="true">
      <Icon size={Math.round(size * 0.64)} stroke={1.8} />
    </span>
  )
}

/** Shows the avatar with the name. */
export function Person({ by }: { readonly by: Actor | null }) {
  return (
    <span className="person">
      <ByAvatar by={by} />
      <span className="person-name" title={by?.name}>
        {describeBy(by)}
      </span>
    </span>
  )
}

interface WhoAndWhenProps {
  readonly by: Actor | null
  readonly at: string | null
}

export function WhoAndWhen({ by, at }: WhoAndWhenProps) {
  return (
    <span className="person" title={by?.name}>
      <ByAvatar by={by} />
      <span>
        <Moment at={at} />
        {by ? <VisuallyHidden> by {describeBy(by)}</VisuallyHidden> : null}
      </span>
    </span>
  )
}
