// The initials of a person on a colour derived from their name.
import { toPersonName } from './person-name.ts'

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
