// The content of an entry, compared: fields, variants, references.
import { Group, Switch, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { EntryDetailView } from '../../../src/authoring/dashboard-content.schema.ts'
import { compareFields, compareVariants, type Field, listFields } from './compare.ts'
import { ComparedFields } from './compared-fields.tsx'
import { ComparedVariants } from './compared-variants.tsx'
import './entry.css'
import { EntryReferences } from './entry-references.tsx'
import { LinksContext, toLinks } from './reference-value.tsx'

interface EntryContentProps {
  readonly entry: EntryDetailView
  readonly model: readonly Field[]
}

export function EntryContent({ entry, model }: EntryContentProps) {
  const [onlyDifferent, setOnlyDifferent] = useOnlyDifferent()
  const links = useMemo(() => toLinks(entry.references), [entry])
  const { fields, variants } = useMemo(() => {
    const all = listFields(model, entry)
    const compared = compareFields(all, entry)
    return { fields: compared, variants: compareVariants(all, compared, entry) }
  }, [model, entry])
  const hasLive = entry.live !== null
  const filter = hasLive && onlyDifferent
  const different = fields.filter(({ differs }) => differs)
  return (
    <LinksContext value={links}>
      <Section title={hasLive ? 'Live and draft' : 'Draft'}>
        {hasLive ? (
          <Group justify="space-between" gap="xs" mb="sm">
            <Text size="sm">{describe(different.length, fields.length)}</Text>
            <Switch
              label="Show changes only"
              checked={onlyDifferent}
              onChange={event => setOnlyDifferent(event.currentTarget.checked)}
            />
          </Group>
        ) : null}
        {filter && different.length === 0 ? null : (
          <ComparedFields fields={filter ? different : fields} hasLive={hasLive} />
        )}
      </Section>
      <Section title="Variants">
        <ComparedVariants variants={variants} hasLive={hasLive} onlyDifferent={filter} />
      </Section>
      <Section title="References">
        <EntryReferences entry={entry} />
      </Section>
    </LinksContext>
  )
}

/** In the URL, so that it persists when the user opens another entry and comes back. */
function useOnlyDifferent(): [boolean, (only: boolean) => void] {
  const [parameters, setParameters] = useSearchParams()
  const change = (only: boolean) => {
    setParameters(
      before => {
        const after = new URLSearchParams(before)
        if (only) after.set('only', 'changed')
        else after.delete('only')
        return after
      },
      { replace: true },
    )
  }
  return [parameters.get('only') === 'changed', change]
}

function describe(different: number, all: number): string {
  if (different === 0) return 'The live version and the draft are the same.'
  return `${different} of ${all} ${all === 1 ? 'field' : 'fields'} changed since publication.`
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
