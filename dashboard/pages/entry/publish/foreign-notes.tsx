// Warns before publication that pictures of a draft are loaded from another site. Publication is not prevented.
import { Alert, Text } from '@mantine/core'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { FieldProblems } from '../dialog/action-error.tsx'
import type { Names } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { listForeignPictures } from './asset-places.ts'

interface ForeignNotesProps {
  readonly seen: EntryView
  readonly fields: EntryPanelProps['model']['fields']
  readonly names: Names
}

export function ForeignNotes({ seen, fields, names }: ForeignNotesProps) {
  const places = listForeignPictures(seen, fields)
  if (places.length === 0) return null
  const [is, it] = places.length === 1 ? ['A picture is', 'it'] : ['Pictures are', 'them']
  return (
    <Alert role="note" color="yellow" variant="light" title={`${is} not in your library`}>
      <FieldProblems
        problems={places.map(({ path, value }) => ({ path, message: `is loaded from ${value.host}` }))}
        names={names}
      />
      <Text size="sm">{`You can publish, but if that site removes ${it}, your readers see a gap.`}</Text>
    </Alert>
  )
}
