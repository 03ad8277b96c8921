// A link to the page of a new entry, under an id generated here. Nothing is stored until the user types.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { newId, systemRandom } from '../../../src/base/ids.ts'
import { useSpacePaths } from '../../api/space.ts'

interface NewEntryButtonProps {
  /** An API name. */
  readonly collection: string
  /** The display name of the collection, for example "Books". */
  readonly name: string
  /** Disables the button while another action must come first. */
  readonly disabled?: boolean
}

export function NewEntryButton({ collection, name, disabled = false }: NewEntryButtonProps) {
  const paths = useSpacePaths()
  const [id, setId] = useState(() => newId(systemRandom))
  const words = (
    <>
      New<span className="wide-only">&nbsp;{toSingular(name)}</span>
    </>
  )
  const icon = <IconPlus size={18} stroke={1.7} aria-hidden />
  if (disabled) {
    return (
      <Button disabled leftSection={icon}>
        {words}
      </Button>
    )
  }
  return (
    <Button
      component={Link}
      href={`${paths.toEntry(collection, id)}?new`}
      // Generates another id for the next entry, because the list may stay open beside a new tab.
      onClick={() => setId(newId(systemRandom))}
      leftSection={icon}
    >
      {words}
    </Button>
  )
}

const unchanged = /^(?:news|series|species)$|(?:ss|us|is)$/i

const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=..)ies$/i, 'y'],
  [/(?<=x|ch|sh|ss|z)es$/i, ''],
  [/(?<=..)s$/i, ''],
]

/** For example `book` for "Books". A name that is not an English plural stays unchanged. */
export function toSingular(name: string): string {
  const [, before = '', last = ''] = /^(.*?)(\S*)$/su.exec(name.trim()) ?? []
  // A word with an apostrophe, quote or tag, such as `it's`, is not changed.
  const canChange = /^\p{L}+$/u.test(last) && !unchanged.test(last)
  const ending = canChange ? endings.find(([pattern]) => pattern.test(last)) : undefined
  if (!ending) return name.trim()
  const singular = before + last.replace(...ending)
  // Abbreviations such as `FAQ` keep their capitals.
  return /^\p{Lu}\p{Ll}/u.test(singular) ? singular.charAt(0).toLowerCase() + singular.slice(1) : singular
}
