// Begins an entry: its page opens under an id made here, and nothing is stored until something is typed.
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { Link } from 'wouter'
import { newId, systemRandom } from '../../../src/base/ids.ts'
import { useSpacePaths } from '../../api/space.ts'
import { toSingular } from './singular.ts'

interface NewEntryButtonProps {
  /** API name. */
  readonly collection: string
  /** For example "Books". */
  readonly name: string
  /** It stays where it was while something else must be done first. */
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
      // The next one, from a list that stays open beside a new tab, is another entry.
      onClick={() => setId(newId(systemRandom))}
      leftSection={icon}
    >
      {words}
    </Button>
  )
}
