// The variants of an entry: the fields that each sets, beside the base value that it replaces.
import { Code, Group, Stack, Text } from '@mantine/core'
import { StateBadge } from '../../parts/entry-state.tsx'
import { Fold } from '../../parts/fold.tsx'
import type { ComparedField, ComparedVariant } from './compare.ts'
import { FieldRow, Labelled } from './compared-fields.tsx'
import { FieldValue } from './field-value.tsx'

interface ComparedVariantsProps {
  readonly variants: readonly ComparedVariant[]
  /** Whether the entry is live. */
  readonly hasLive: boolean
  readonly onlyDifferent: boolean
}

const openAtFirst = 3

export function ComparedVariants({ variants, hasLive, onlyDifferent }: ComparedVariantsProps) {
  const shown = onlyDifferent ? variants.filter(({ differs }) => differs) : variants
  if (shown.length === 0) {
    const text = variants.length === 0 ? 'This entry has no variants.' : 'No variant has changes.'
    return (
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    )
  }
  return (
    <Stack gap="md">
      {shown.map((variant, index) => (
        <div key={variant.id}>
          <Fold
            label={<Label variant={variant} hasLive={hasLive} />}
            openAtFirst={index < openAtFirst}
            order={3}
          >
            {() => <Overlays variant={variant} onlyDifferent={onlyDifferent} />}
          </Fold>
        </div>
      ))}
    </Stack>
  )
}

function Label({ variant, hasLive }: { readonly variant: ComparedVariant; readonly hasLive: boolean }) {
  const { id, overlays, inDraft, inLive, differs } = variant
  return (
    <Group component="span" gap="xs">
      <Code fz="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Code>
      <Text span size="sm" c="dimmed">
        sets {overlays.length} {overlays.length === 1 ? 'field' : 'fields'}
      </Text>
      {differs ? <StateBadge word={toChange(inDraft, inLive)} color="yellow" /> : null}
      {hasLive ? null : <StateBadge word="Draft" color="gray.5" />}
    </Group>
  )
}

function toChange(inDraft: boolean, inLive: boolean): string {
  if (!inLive) return 'Draft only'
  return inDraft ? 'Changed' : 'Live only'
}

interface OverlaysProps {
  readonly variant: ComparedVariant
  readonly onlyDifferent: boolean
}

function Overlays({ variant, onlyDifferent }: OverlaysProps) {
  const shown = onlyDifferent ? variant.overlays.filter(({ overlay }) => overlay.differs) : variant.overlays
  return (
    <dl className="entry-fields">
      {shown.map(({ base, overlay }) => (
        <FieldRow key={base.field.apiName} field={base.field} differs={overlay.differs}>
          <Sides compared={base} name="Base" none="No value" />
          <Sides compared={overlay} name={`For ${variant.id}`} none="Not set: the base value applies" />
        </FieldRow>
      ))}
    </dl>
  )
}

interface SidesProps {
  readonly compared: ComparedField
  readonly name: string
  /** The text shown for no value. */
  readonly none: string
}

/** One value if live and draft are the same. */
function Sides({ compared, name, none }: SidesProps) {
  const { field, draft, live, differs } = compared
  const labelled = (label: string, value: unknown) => (
    <Labelled label={label}>
      {value === undefined ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <FieldValue field={field} value={value} />
      )}
    </Labelled>
  )
  return (
    <dd>
      {differs ? (
        <Stack gap="xs">
          {labelled(`${name}, live`, live)}
          {labelled(`${name}, draft`, draft)}
        </Stack>
      ) : (
        labelled(name, draft)
      )}
    </dd>
  )
}
