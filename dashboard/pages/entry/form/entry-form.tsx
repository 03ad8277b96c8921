// The form of an entry: title, slug, and the fields in the order of the model. Short fields share a row.
import { Text } from '@mantine/core'
import { memo, useMemo } from 'react'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import type { Field } from '../../../../src/content/values/model.ts'
import type { VariantView } from '../../../api/content/drafts.ts'
import { isShort } from '../../../fields/field-inputs.tsx'
import { FieldRow } from './field-row.tsx'
import { SlugLine } from './slug-line.tsx'
import { TitleField } from './title-field.tsx'
import { VariantRow, variantFormId } from './variant-row.tsx'

interface EntryFormProps {
  readonly model: CollectionModelView
  readonly titleField: string | null
  /** Null for everyone. */
  readonly variant: VariantView | null
  /** The fields that the variant overrides; other fields are hidden. Null shows all fields. */
  readonly only: ReadonlySet<string> | null
  readonly lang: string | undefined
  readonly isNew: boolean
  readonly readOnly: boolean
}

export const EntryForm = memo(function EntryForm(props: EntryFormProps) {
  const { model, titleField, variant, only, lang, isNew, readOnly } = props
  const fields = model.fields as readonly Field[]
  const title = fields.find(({ apiName, many, options, hidden }) => {
    return apiName === titleField && !many && !options && !hidden
  })
  const rows = useMemo(
    () => toRows(fields.filter(field => field !== title && !field.hidden)),
    [fields, title],
  )
  if (variant) {
    const shown = fields.filter(({ apiName, hidden }) => !hidden && (only?.has(apiName) ?? true))
    return <VariantForm fields={shown} variant={variant} lang={lang} readOnly={readOnly} />
  }
  const common = { variant: null, lang, readOnly }
  return (
    <>
      {title ? <TitleField field={title} {...common} /> : null}
      <SlugLine
        collection={model.apiName}
        isNew={isNew}
        readOnly={readOnly}
        hasSource={model.slugFrom !== undefined}
      />
      {rows.map(row =>
        row.length === 1 ? (
          row.map(field => <FieldRow key={field.apiName} field={field} {...common} />)
        ) : (
          <div className="form-line" key={row.map(({ apiName }) => apiName).join()}>
            {row.map(field => (
              <FieldRow key={field.apiName} field={field} {...common} />
            ))}
          </div>
        ),
      )}
    </>
  )
})

interface VariantFormProps {
  readonly fields: readonly Field[]
  readonly variant: VariantView
  readonly lang: string | undefined
  readonly readOnly: boolean
}

function VariantForm({ fields, variant, lang, readOnly }: VariantFormProps) {
  return (
    <>
      <Text id={variantFormId} tabIndex={-1} className="form-for">
        Values for {variant.name}. What is not overridden is the same as for everyone.
      </Text>
      {fields.length === 0 ? <Text c="dimmed">Nothing differs for {variant.name}.</Text> : null}
      {fields.map(field => (
        <VariantRow
          key={`${variant.id} ${field.apiName}`}
          field={field}
          variant={variant.id}
          variantName={variant.name}
          lang={lang}
          readOnly={readOnly}
        />
      ))}
    </>
  )
}

const besideMax = 3

/** Groups up to three neighbouring short fields into one row. */
function toRows(fields: readonly Field[]): Field[][] {
  const rows: Field[][] = []
  for (const field of fields) {
    const last = rows.at(-1)
    const fits = last !== undefined && last.length < besideMax && last.every(isShort)
    if (fits && isShort(field)) last.push(field)
    else rows.push([field])
  }
  return rows
}
