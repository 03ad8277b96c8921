// Lists the parameters of one kind, each with its type, limits and description.
import { Code, Title } from '@mantine/core'
import type { OpenApiDocument, Parameter } from '../document.ts'
import { InlineMarkdown } from '../markdown.tsx'
import { Field, toLimits, toTypeText } from './schema-fields.tsx'

interface ParameterListProps {
  readonly document: OpenApiDocument
  readonly title: string
  readonly parameters: readonly Parameter[]
}

export function ParameterList({ document, title, parameters }: ParameterListProps) {
  if (parameters.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={2}>{title}</Title>
      <ul className="fields">
        {parameters.map(({ name, required = false, description = '', schema, examples = {} }) => (
          <Field key={name} name={name} type={toTypeText(document, schema)} isRequired={required}>
            <p>
              <InlineMarkdown text={description} />
            </p>
            <Limits texts={toLimits(schema)} />
            {Object.keys(examples)
              .filter(address => address.includes('='))
              .map(address => (
                <p key={address}>
                  <Code>{address}</Code>
                </p>
              ))}
          </Field>
        ))}
      </ul>
    </section>
  )
}

export function Limits({ texts }: { readonly texts: readonly string[] }) {
  return texts.length === 0 ? null : <p className="field-limits">{texts.join(' · ')}</p>
}
