// The notes before publishing about files of the draft: pictures without alt text, and pictures of other sites.
import { Alert, Text } from '@mantine/core'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useAssetsById } from '../../../api/media/assets.ts'
import { isPicture, toAsset } from '../../../fields/asset/asset-text.ts'
import type { FilePlace, ReadField } from '../../../fields/field-type.ts'
import { listItems } from '../../../fields/field-values.ts'
import { fieldTypes } from '../../../fields/registry.ts'
import { type NamedAsset, toNamedAsset } from '../../../media/asset-value.ts'
import { isImage } from '../../../media/file-words.ts'
import { type ForeignPicture, findForeignPicture, isLinkAccepted } from '../../../media/foreign-pictures.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'
import { FieldProblems } from '../dialog/action-error.tsx'
import type { Names } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'

interface MissingAltsProps {
  readonly seen: EntryView
  readonly fields: EntryPanelProps['model']['fields']
  readonly names: Names
}

/** The maximum number of files to check. Files that the form has not loaded are fetched individually. */
const checkedMax = 100

/**
 * Warns before publication that pictures of a draft have no alt text, neither here nor in the library. Publication is
 * not prevented.
 */
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

interface ForeignNotesProps {
  readonly seen: EntryView
  readonly fields: EntryPanelProps['model']['fields']
  readonly names: Names
}

/** Warns before publication that pictures of a draft are shown from another site. Publication is not prevented. */
export function ForeignNotes({ seen, fields, names }: ForeignNotesProps) {
  const places = listForeignPictures(seen, fields)
  if (places.length === 0) return null
  const [is, it] = places.length === 1 ? ['A picture is', 'it'] : ['Pictures are', 'them']
  return (
    <Alert role="note" color="yellow" variant="light" title={`${is} not in your library`}>
      <FieldProblems
        problems={places.map(({ path, value }) => ({
          path,
          message: `is shown from ${value.host}, not stored`,
        }))}
        names={names}
      />
      <Text size="sm">{`You can publish, but if that site removes ${it}, your readers see a gap.`}</Text>
    </Alert>
  )
}

interface Place<Value> {
  /** A JSON Pointer. */
  readonly path: string
  readonly value: Value
}

type Fields = EntryPanelProps['model']['fields']
type Draft = Pick<EntryView, 'data' | 'variants'>

/** Finds the files of a draft, from the library or by URL, in fields, lists, rich text and variants. */
function listAssetPlaces(draft: Draft, fields: Fields): readonly Place<NamedAsset>[] {
  return listPlaces(draft, fields).flatMap(({ path, value }) => {
    const named = toNamedAsset(value)
    return named === null ? [] : [{ path, value: named }]
  })
}

/** Excludes pictures whose link a user has decided to keep. */
function listForeignPictures(draft: Draft, fields: Fields): readonly Place<ForeignPicture>[] {
  return listPlaces(draft, fields).flatMap(({ path, value, isPicture: isKnown }) => {
    const asset = toAsset(value)
    if (asset === null || !(isKnown || isPicture(asset))) return []
    const picture = findForeignPicture(asset.url, asset.contentType)
    return picture === null || isLinkAccepted(picture.url) ? [] : [{ path, value: picture }]
  })
}

function listPlaces({ data, variants }: Draft, fields: Fields): readonly FilePlace[] {
  return [
    ...placesIn('/data', data, fields),
    ...Object.entries(variants).flatMap(([id, values]) => placesIn(`/variants/${id}`, values, fields)),
  ]
}

function placesIn(
  start: string,
  values: Readonly<Record<string, unknown>>,
  fields: Fields,
): readonly FilePlace[] {
  return fields.flatMap(field =>
    listItems(field, ownValue(values, field.apiName)).flatMap(({ path, item }) =>
      (fieldTypes[field.type].listFiles?.(item, field as ReadField) ?? []).map(place => ({
        ...place,
        path: `${start}/${field.apiName}${path}${place.path}`,
      })),
    ),
  )
}
