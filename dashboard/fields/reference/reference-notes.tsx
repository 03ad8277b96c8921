// Describes the references of a field that readers will not get.
import { Text } from '@mantine/core'
import type { KnownTargets } from '../../api/content/references.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import type { Reference } from '../../parts/references/reference-value.ts'

interface ReferenceNotesProps {
  readonly references: readonly Reference[]
  readonly known: KnownTargets
}

export function ReferenceNotes({ references, known }: ReferenceNotesProps) {
  if (known.error !== null) return <ProblemAlert error={known.error} title="The titles could not be loaded" />
  const counts = { draft: 0, archived: 0, missing: 0 }
  for (const { id } of references) {
    const target = id === null ? undefined : known.targets.get(id)
    if (!target && id !== null && known.isPending) continue
    if (!target) counts.missing++
    else if (target.state === 'draft' || target.state === 'archived') counts[target.state]++
  }
  const isOne = references.length === 1
  const sentence = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `${isOne ? 'It' : 'One'} ${one}` : `${count} ${many}`]
  const sentences = [
    ...sentence(
      counts.draft,
      'is a draft: readers see it once it is published.',
      'are drafts: readers see them once they are published.',
    ),
    ...sentence(
      counts.archived,
      'is archived, so readers do not see it.',
      'are archived, so readers do not see them.',
    ),
    ...sentence(
      counts.missing,
      'does not exist. Remove it, or create the entry.',
      'do not exist. Remove them, or create the entries.',
    ),
  ]
  if (sentences.length === 0) return null
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {sentences.join(' ')}
    </Text>
  )
}
