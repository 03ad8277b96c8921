// Warns before publication that pictures of a draft have no alt text, neither here nor in the library. Publication is not
// prevented.
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

/** The maximum number of files to check. Files that the form has not loaded are fetched individually. */
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
