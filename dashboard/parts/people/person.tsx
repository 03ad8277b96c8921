// The names and pictures of actors: users, API keys, imports, schedules and the command line.
import { VisuallyHidden } from '@mantine/core'
import { IconClock, IconFileImport, IconKey, IconTerminal2 } from '@tabler/icons-react'
import type { Actor } from '../../../src/base/caller.ts'
import { Moment } from '../time/moment.tsx'
import './person.css'
import { useSession } from '../../api/accounts/session.ts'

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

const colours = ['#6741d9', '#0b7285', '#c2255c', '#4a6d2c', '#a04a00', '#1864ab']

function toInitials(name: string): string {
  const words = name.split(/\s+/).filter(word => word !== '')
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

interface AvatarProps {
  /** The e-mail of a user, or the name of a key. */
  readonly name: string
  readonly size?: number
}

/** Decorative beside the name. */
export function UserAvatar({ name, size = 22 }: AvatarProps) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span
      className="user-avatar"
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.42),
        background: colours[sum % colours.length],
      }}
    >
      {toInitials(toPersonName(name))}
    </span>
  )
}

/** For example "Ada Lovelace", "the API key Website", "an import" or "the command line". */
export function describeBy(by: Actor | null): string {
  if (by === null) return 'unknown'
  const { kind, name } = by
  if (kind === 'user') return toPersonName(name)
  if (kind === 'schedule' || kind === 'import') return kind === 'import' ? 'an import' : 'a schedule'
  return kind === 'key' ? `the API key ${name}` : 'the command line'
}

/** Returns `Ada Lovelace` for ada.lovelace@example.com. Any other name, such as that of an API key, stays unchanged. */
export function toPersonName(email: string): string {
  const at = email.indexOf('@')
  if (at < 1) return email
  const words = email
    .slice(0, at)
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter(word => word !== '')
  if (words.length === 0) return email
  return words.map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ')
}

/** Capitalizes a name for the beginning of a sentence. */
export function toSentenceStart(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Returns `you` for the signed-in user, otherwise the result of `describeBy`. */
export function useNameOf(): (by: Actor | null) => string {
  const { data } = useSession()
  return by => (by?.kind === 'user' && by.name === data?.user.email ? 'you' : describeBy(by))
}
