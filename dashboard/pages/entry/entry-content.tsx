// The content of an entry, compared: fields, variants, references.
import { Group, Switch, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { EntryView, LinksView } from '../../../src/authoring/entries.schema.ts'
import { compareFields, compareVariants, type Field, listFields } from './compare.ts'
import { ComparedFields } from './compared-fields.tsx'
import { ComparedVariants } from './compared-variants.tsx'
import './entry.css'
import { EntryReferences } from './entry-references.tsx'
import { LinksContext, toLinks } from './reference-value.tsx'

interface EntryContentProps {
  readonly entry: EntryView
  readonly links: LinksView
  readonly model: readonly Field[]
}

export function EntryContent({ entry, links, model }: EntryContentProps) {
  const [onlyDifferent, setOnlyDifferent] = useOnlyDifferent()
  const targets = useMemo(() => toLinks(links.to), [links])
  const { fields, variants } = useMemo(() => {
    const all = listFields(model, entry)
    const compared = compareFields(all, entry)
    return { fields: compared, variants: compareVariants(all, compared, entry) }
  }, [model, entry])
  const hasLive = entry.live !== null
  const filter = hasLive && onlyDifferent
  const different = fields.filter(({ differs }) => differs)
  return (
    <LinksContext value={targets}>
      <Section title={hasLive ? 'Live and draft' : 'Draft'}>
        {hasLive ? (
          <Group justify="space-between" gap="xs" mb="sm">
            <Text size="sm">{describe(different.length, fields.length, entry)}</Text>
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
        <EntryReferences links={links} />
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

function describe(different: number, all: number, { slug, live, state }: EntryView): string {
  const isMoved = live !== null && live.slug !== slug
  const fields = `${different} of ${all} ${all === 1 ? 'field' : 'fields'}`
  if (different > 0) return `${isMoved ? 'The slug and ' : ''}${fields} changed since publication.`
  if (isMoved) return 'The slug changed since publication.'
  return state === 'changed'
    ? 'The fields are the same. The variants changed since publication.'
    : 'The live version and the draft are the same.'
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
