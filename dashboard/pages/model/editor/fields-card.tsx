// The list of fields, each with its type and rules, in an order that users can change.
import { Badge, Button, Code, Group, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ModelOperation } from '../../../../src/authoring/models/model-operations.ts'
import type { ModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useModelNames } from '../../../api/content/content.ts'
import { findTitleField } from '../../../api/content/models.ts'
import { useHasRight } from '../../../api/space.ts'
import { describeRules, describeType, FieldKindIcon, kindOf } from '../../../fields/field-kinds.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { formatCount } from '../../../parts/lists/counts.ts'
import { OrderedList } from '../../../parts/ordering/ordered-list.tsx'
import { type FieldMark, type FieldModel, findMarks, toField, toMove } from '../change/operation-words.ts'
import type { PreparedChange } from '../change/use-model-change.ts'
import type { OpenField } from '../field/field-dialog.tsx'

interface FieldsCardProps {
  /** The stored model, without the prepared change. */
  readonly model: ModelView
  readonly prepared: PreparedChange
  readonly onOpen: (field: OpenField) => void
}

/** Lists the fields of a collection in the order of the editor and of responses. */
export function FieldsCard({ model, prepared, onOpen }: FieldsCardProps) {
  const mayModel = useHasRight('model')
  const { shown, add } = prepared
  const { fields } = shown
  const title = findTitleField(shown)?.apiName
  const readOnly = !mayModel || prepared.isOutdated
  const marks = findMarks(model, prepared.operations, fields)
  return (
    <section className="model-card" aria-labelledby="fields" id="fields-card">
      <Group justify="space-between" className="model-card-head">
        <Group gap={8}>
          <Title order={2} size="h4" id="fields" tabIndex={-1} className="model-card-title">
            Fields
          </Title>
          <Text component="span" size="sm" c="dimmed">
            {formatCount(fields.length)}
          </Text>
        </Group>
        {readOnly ? null : <AddField onOpen={onOpen} />}
      </Group>
      {fields.length === 0 ? (
        <Text size="sm" c="dimmed" className="model-card-empty">
          {shown.kind === 'collection'
            ? 'No fields yet. Entries have a slug and nothing else.'
            : 'No fields yet. Blocks are empty.'}
        </Text>
      ) : null}
      <OrderedList
        items={fields}
        count={fields.length}
        keyOf={({ apiName }) => apiName}
        nameOf={nameField}
        labelledBy="fields"
        layout="rows"
        readOnly={readOnly}
        onMove={(from, to) => add([toMove(fields, from, to)])}
        onRemove={index => add(toRemoval(shown, fields[index]!))}
        render={field => (
          <FieldSummary
            field={field}
            titleOf={field.apiName === title ? titled[shown.kind] : null}
            mark={marks.get(field.apiName) ?? null}
            onOpen={readOnly ? null : () => onOpen({ kind: 'known', field })}
          />
        )}
      />
    </section>
  )
}

const titled = { collection: 'entries', component: 'blocks' } as const

function AddField({ onOpen }: Pick<FieldsCardProps, 'onOpen'>) {
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => onOpen({ kind: 'new' })}
    >
      Add a field
    </Button>
  )
}

/** Also removes the references to the field from the collection's properties. */
function toRemoval(model: ModelView, { apiName }: FieldModel): ModelOperation[] {
  const { titleField } = model
  const slugFrom = model.kind === 'collection' ? model.slugFrom : undefined
  const properties = {
    ...(titleField === apiName && { titleField: null }),
    ...(slugFrom === apiName && { slugFrom: null }),
  }
  const isNamed = Object.keys(properties).length > 0
  return [...(isNamed ? [{ op: 'set' as const, properties }] : []), { op: 'removeField', field: apiName }]
}

interface FieldSummaryProps {
  readonly field: FieldModel
  /** Names what has the field as its title: `entries` or `blocks`. Null if the field is no title. */
  readonly titleOf: string | null
  /** The effect of the prepared change on the field; null if there is none. */
  readonly mark: FieldMark | null
  /** Null if the field cannot be changed. */
  readonly onOpen: (() => void) | null
}

/** One field in the list: its name, type and rules. */
function FieldSummary({ field, titleOf, mark, onOpen }: FieldSummaryProps) {
  const nameOf = useModelNames()
  const name = nameField(field)
  const rules = describeRules(toField(field))
  return (
    <div className="field-row">
      <span className="picture model-tile">
        <FieldKindIcon
          kind={kindOf(field)}
          multiline={field.multiline}
          hasOptions={field.options !== undefined}
        />
      </span>
      <div className="field-names">
        <div className="field-title">
          {onOpen ? (
            <button type="button" className="field-open" onClick={onOpen} aria-label={`Edit ${name}`}>
              {name}
            </button>
          ) : (
            <span className="choice-name">{name}</span>
          )}
          <Code>{field.apiName}</Code>
          {titleOf === null ? null : <span className="field-badge">{`Title of ${titleOf}`}</span>}
          {mark ? (
            <Badge variant="light" color={mark === 'New' ? 'teal' : 'orange'} className="model-badge">
              {mark}
            </Badge>
          ) : null}
        </div>
        <Text size="xs" c="dimmed">
          {describeType(toField(field), nameOf)}
          {field.help ? ` · ${field.help}` : ''}
        </Text>
      </div>
      {rules.length > 0 ? (
        <ul className="plain-list field-rules" aria-label={`Rules of ${name}`}>
          {rules.map(rule => (
            <li key={rule} className="field-badge">
              {rule}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
