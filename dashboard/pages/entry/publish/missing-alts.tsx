// Pictures of a draft without alt text, here or of the file: said before it is published, which goes on all the same.
import { Alert, Text } from '@mantine/core'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useAssetsById } from '../../../api/media/assets.ts'
import { isImage } from '../../../media/file-words.ts'
import { FieldProblems } from '../dialog/action-error.tsx'
import type { Names } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { listAssetPlaces } from './asset-places.ts'

interface MissingAltsProps {
  readonly seen: EntryView
  readonly fields: EntryPanelProps['model']['fields']
  readonly names: Names
}

/** Files that the form has not loaded yet are fetched one by one. */
const checkedMax = 100

export function MissingAlts({ seen, fields, names }: MissingAltsProps) {
  const places = listAssetPlaces(seen, fields).filter(({ value }) => value.alt == null)
  const ids = [...new Set(places.map(({ value }) => value.id))].slice(0, checkedMax)
  const without = new Set(
    useAssetsById(ids).flatMap(asset => (asset && isImage(asset) && asset.alt === null ? [asset.id] : [])),
  )
  const missing = places.filter(({ value }) => without.has(value.id))
  if (missing.length === 0) return null
  return (
    <Alert role="note" color="yellow" variant="light" title="Alt text is missing">
      <FieldProblems
        problems={missing.map(({ path }) => ({ path, message: 'has no alt text' }))}
        names={names}
      />
      <Text size="sm">You can publish without it.</Text>
    </Alert>
  )
}
