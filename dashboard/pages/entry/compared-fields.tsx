// The fields of an entry: the live value beside the draft, or one value if both are the same.
import { Group, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { StateBadge } from '../../parts/entry-state.tsx'
import type { ComparedField, Field } from './compare.ts'
import { FieldValue } from './field-value.tsx'
import { JsonDifferences } from './json-differences.tsx'

interface ComparedFieldsProps {
  readonly fields: readonly ComparedField[]
  /** Whether the entry is live. */
  readonly hasLive: boolean
}

export function ComparedFields({ fields, hasLive }: ComparedFieldsProps) {
  return (
    <dl className="entry-fields">
      {fields.map(({ field, draft, live, differs }) => (
        <FieldRow key={field.apiName} field={field} differs={differs}>
          {differs ? (
            <>
              <dd>
                <Labelled label="Live">
                  <FieldValue field={field} value={live} />
                </Labelled>
              </dd>
              <dd>
                <Labelled label="Draft">
                  <FieldValue field={field} value={draft} />
                </Labelled>
              </dd>
              <Places field={field} draft={draft} live={live} />
            </>
          ) : (
            <dd className="entry-both">
              <VisuallyHidden>{hasLive ? 'Live and draft: ' : 'Draft: '}</VisuallyHidden>
              <FieldValue field={field} value={draft} />
            </dd>
          )}
        </FieldRow>
      ))}
    </dl>
  )
}

interface FieldRowProps {
  readonly field: Field
  readonly differs: boolean
  readonly children: ReactNode
}

/** The name of a field, and one definition for each side. */
export function FieldRow({ field, differs, children }: FieldRowProps) {
  return (
    <div className="entry-field" data-differs={differs || undefined}>
      <dt>
        <Group gap="xs">
          <FieldName name={field.apiName} />
          {differs ? <StateBadge word="Changed" color="yellow" /> : null}
        </Group>
        <Text size="xs" c="dimmed" mt={2}>
          {field.many ? `list of ${field.type}` : field.type}
        </Text>
      </dt>
      {children}
    </div>
  )
}

function FieldName({ name }: { readonly name: string }) {
  return (
    <Text size="sm" ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Text>
  )
}

interface LabelledProps {
  readonly label: string
  readonly children: ReactNode
}

/** A value under the label of its side. */
export function Labelled({ label, children }: LabelledProps) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={2}>
        {label}
      </Text>
      {children}
    </div>
  )
}

/** Lists the differences, which are hard to find within JSON. */
function Places({ field, draft, live }: Omit<ComparedField, 'differs'>) {
  const isJson = field.type === 'json' || field.type === 'richText'
  const areObjects = [draft, live].every(value => typeof value === 'object' && value !== null)
  if (!isJson || !areObjects) return null
  return (
    <dd className="entry-both">
      <JsonDifferences name={field.apiName} draft={draft} live={live} />
    </dd>
  )
}
