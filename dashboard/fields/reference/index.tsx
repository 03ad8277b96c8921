// The type of a reference to another entry.
import { Switch } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useTargets } from '../../api/content/references.ts'
import { ReferenceChip } from '../../parts/references/reference-chip.tsx'
import { keysOf, readReferences, toStoredReferences } from '../../parts/references/reference-value.ts'
import type { FieldViewProps, RuleInputProps, TypeDefinition } from '../field-type.ts'
import { hasTextAt, must } from '../typed-value.ts'
import { CollectionsInput } from './collections-input.tsx'
import { ReferenceInput } from './reference-input.tsx'

const shownMax = 50

function ReferenceView({ value }: FieldViewProps) {
  const references = readReferences(value)
  const shown = references.slice(0, shownMax)
  const known = useTargets(shown.flatMap(({ id }) => (id === null ? [] : [id])))
  const keys = keysOf(shown)
  return (
    <ul className="reference-chips plain-list">
      {shown.map((reference, index) => (
        <li key={keys[index]}>
          <ReferenceChip reference={reference} known={known} withState />
        </li>
      ))}
      {references.length > shownMax ? <li>and {references.length - shownMax} more</li> : null}
    </ul>
  )
}

/** The inputs for the collections that a reference may point to, and for whether it is a link. */
function TargetInputs({ form, errors, onChange }: RuleInputProps) {
  return (
    <>
      <CollectionsInput
        form={form}
        errors={errors}
        onChange={onChange}
        label="Entries of"
        description="Leave empty to allow any collection."
      />
      <Switch
        label="Link only"
        description="For menus and buttons: responses never contain the entry itself, only its id, collection and slug."
        checked={form.link}
        onChange={event => onChange({ link: event.currentTarget.checked })}
      />
    </>
  )
}

function idOf(value: unknown): string | null {
  const { id } = (value ?? {}) as { readonly id?: unknown }
  return typeof id === 'string' ? id : null
}

export const reference: TypeDefinition = {
  kinds: [{ kind: 'reference', label: 'Reference' }],
  choices: [{ label: 'Reference', about: 'One entry or more', kind: 'reference', place: 5 }],
  icon: IconArrowUpRight,
  Input: ReferenceInput,
  ListInput: ReferenceInput,
  isGroup: true,
  findError: must(value => hasTextAt(value, 'id', 'slug'), 'must be an entry'),
  // A note below each target describes these.
  notedProblems: new Set(['target_missing', 'target_archived', 'target_not_live']),
  rules: {
    TargetInputs,
    toForm: ({ to = [], link = false }) => ({ to, link }),
    toProperties: ({ to, link }) => ({ to: to.length > 0 ? to : undefined, link: link || undefined }),
    describe: ({ link }) => (link ? ['Link only'] : []),
    describeTargets: ({ to }, nameOf) => (to ? ` to ${to.map(nameOf).join(', ')}` : ' to any collection'),
  },
  View: ReferenceView,
  ListView: ReferenceView,
  summarize: (value, names) => {
    const id = idOf(value)
    return id === null ? null : names.entryOf(id)
  },
  isSummaryComplete: () => true,
  toStored: toStoredReferences,
  listEntries: value => [idOf(value)].filter(id => id !== null),
  query: {
    operators: ['eq', 'ne', 'in'],
    placeholder: 'Entry ID',
    isFollowed: true,
  },
}
