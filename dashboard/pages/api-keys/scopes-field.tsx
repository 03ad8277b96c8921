// The scopes of a key, one checkbox each.
import { Checkbox, Code, Stack } from '@mantine/core'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'

type Scopes = ApiKeyView['scopes']

/** Exhaustive: a new scope of the server does not compile here until it is described. */
const about: Record<Scopes[number], string> = {
  'content.read': 'Read published content.',
  'schema.read': 'Read the schema: collections and their fields. For code generators.',
}
const scopes = Object.keys(about) as Scopes

interface ScopesFieldProps {
  readonly value: Scopes
  readonly onChange: (value: Scopes) => void
  readonly error: string | undefined
}

export function ScopesField({ value, onChange, error }: ScopesFieldProps) {
  return (
    <Checkbox.Group
      label="Scopes"
      value={value}
      onChange={chosen => onChange(scopes.filter(scope => chosen.includes(scope)))}
      error={error}
    >
      <Stack gap="xs" my={6}>
        {scopes.map(scope => (
          <Checkbox
            key={scope}
            value={scope}
            label={<Code>{scope}</Code>}
            description={about[scope]}
            aria-invalid={error ? true : undefined}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
