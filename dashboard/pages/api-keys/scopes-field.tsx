// The input of a key's scopes: delivery or management, and a checkbox for each scope of that kind. The kind of an existing
// key cannot be changed.
import { Checkbox, Code, Radio, Stack } from '@mantine/core'
import { kindOf, type Scope, type ScopeKind, scopesByKind } from '../../../src/base/scopes.ts'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'

type Scopes = ApiKeyView['scopes']

/** The type is exhaustive, so that a new scope of the server does not compile until it is described. */
const about: Record<Scope, string> = {
  'content.read': 'Read published content.',
  'schema.read': 'Read the content model: collections and their fields. For code generators.',
  'draft.read': 'Read drafts, history and the content model. Every management scope includes this.',
  'content.write': 'Create and change drafts.',
  'content.publish': 'Publish and unpublish entries.',
  'model.write':
    'Change collections and fields, and with them published content. Treat it like an owner’s password.',
}

const kinds: Record<ScopeKind, { label: string; description: string; initial: Scopes }> = {
  delivery: {
    label: 'Delivery',
    description: 'For sites and apps: reads what is published, and never a draft.',
    initial: ['content.read'],
  },
  management: {
    label: 'Management',
    description: 'For scripts and tools: works with drafts. Keep it on a server, never in a page.',
    initial: ['draft.read'],
  },
}

interface ScopesFieldProps {
  readonly value: Scopes
  readonly kind: ScopeKind
  /** Absent for an existing key, which keeps its kind. */
  readonly onKindChange?: (kind: ScopeKind, scopes: Scopes) => void
  readonly onChange: (value: Scopes) => void
  readonly error: string | undefined
}

/** Returns the kind of a key. All its scopes have the same kind. */
export function kindOfKey([scope]: Scopes): ScopeKind {
  return scope === undefined ? 'delivery' : kindOf(scope)
}

export function ScopesField({ value, kind, onKindChange, onChange, error }: ScopesFieldProps) {
  const scopes: Scopes = [...scopesByKind[kind]]
  return (
    <>
      {onKindChange ? <KindChoice kind={kind} onChange={onKindChange} /> : null}
      <Checkbox.Group
        label={`${kinds[kind].label} scopes`}
        {...(onKindChange
          ? {}
          : {
              description: 'A key cannot change its kind. For scopes of the other kind, create another key.',
            })}
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
    </>
  )
}

interface KindChoiceProps {
  readonly kind: ScopeKind
  readonly onChange: (kind: ScopeKind, scopes: Scopes) => void
}

function KindChoice({ kind, onChange }: KindChoiceProps) {
  const all = Object.keys(kinds) as ScopeKind[]
  const choose = (text: string) => {
    const chosen = all.find(name => name === text)
    if (chosen) onChange(chosen, kinds[chosen].initial)
  }
  return (
    <Radio.Group
      label="What the key is for"
      description="This cannot be changed later."
      value={kind}
      onChange={choose}
    >
      <Stack gap="xs" my={6}>
        {all.map(name => (
          <Radio key={name} value={name} label={kinds[name].label} description={kinds[name].description} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
