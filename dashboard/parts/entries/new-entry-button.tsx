// A link to the page of a new entry, under an id generated here. Nothing is stored until the user types.
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { Link } from 'wouter'
import { newId, systemRandom } from '../../../src/base/ids.ts'
import { useSpacePaths } from '../../api/space.ts'
import { toSingular } from './singular.ts'

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
