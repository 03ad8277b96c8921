// One field in the list: its name, type and rules.
import { Badge, Code, Text } from '@mantine/core'
import { useCollectionNames } from '../../../api/content/content.ts'
import { FieldKindIcon } from '../../../fields/field-kind-icon.tsx'
import { describeRules, describeType, kindOf } from '../../../fields/field-kinds.ts'
import { nameField } from '../../../parts/entries/field-name.ts'
import { type FieldMark, type FieldModel, toField } from '../change/operation-words.ts'

interface FieldSummaryProps {
  readonly field: FieldModel
  /** True if the field is the title of the entries. */
  readonly isTitle: boolean
  /** The effect of the prepared change on the field; null if there is none. */
  readonly mark: FieldMark | null
  /** Null if the field cannot be changed. */
  readonly onOpen: (() => void) | null
}

export function FieldSummary({ field, isTitle, mark, onOpen }: FieldSummaryProps) {
  const nameOf = useCollectionNames()
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
          {isTitle ? <span className="field-badge">Title of entries</span> : null}
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
