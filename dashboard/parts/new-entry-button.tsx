// Begins an entry: its page opens under an id made here, and nothing is stored until something is typed.
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { Link } from 'wouter'
import { newId, systemRandom } from '../../src/base/ids.ts'
import { useSpacePaths } from '../api/space.ts'
import { toSingular } from './singular.ts'

interface NewEntryButtonProps {
  /** API name. */
  readonly collection: string
  /** For example "Books". */
  readonly name: string
}

export function NewEntryButton({ collection, name }: NewEntryButtonProps) {
  const paths = useSpacePaths()
  const [id, setId] = useState(() => newId(systemRandom))
  return (
    <Button
      component={Link}
      href={`${paths.toEntry(collection, id)}?new`}
      // The next one, from a list that stays open beside a new tab, is another entry.
      onClick={() => setId(newId(systemRandom))}
      leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
    >
      New<span className="wide-only">&nbsp;{toSingular(name)}</span>
    </Button>
  )
}
