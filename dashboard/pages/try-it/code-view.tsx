// The request of the form as code. The secret is a variable unless the user wants it included.
import { Stack, Switch, Text } from '@mantine/core'
import { CodeBlock } from '../../parts/code-block.tsx'
import { toEntryTypes } from './entry-types.ts'
import type { QueryModel } from './query-models.ts'
import { toCurl, toFetch, toTypeScript } from './snippets.ts'
import type { TryRequest } from './try-request.ts'

export const languages = ['curl', 'fetch', 'TypeScript'] as const
export type Language = (typeof languages)[number]

interface CodeViewProps {
  readonly language: Language
  readonly request: TryRequest
  /** Starts with `/api/`; null while the request is incomplete. */
  readonly path: string | null
  readonly models: readonly QueryModel[]
  /** Empty if there is none yet. */
  readonly secret: string
  readonly showSecret: boolean
  readonly onShowSecret: (show: boolean) => void
}

export function CodeView(props: CodeViewProps) {
  const { language, path, secret, showSecret, onShowSecret } = props
  if (path === null)
    return (
      <Text c="dimmed">Choose a collection, the slug for one entry, and a field for each condition.</Text>
    )
  const key = showSecret && secret !== '' ? secret : null
  return (
    <Stack gap="sm">
      <Switch
        label="Show my API key"
        checked={key !== null}
        disabled={secret === ''}
        onChange={event => onShowSecret(event.currentTarget.checked)}
      />
      <CodeBlock
        text={toCode(props, { url: `${location.origin}${path}`, key })}
        label={`The request as ${language}`}
      />
      {key === null ? (
        <Text size="sm" c="dimmed">
          The API key is read from the environment variable API_KEY.
        </Text>
      ) : null}
    </Stack>
  )
}

function toCode(
  { language, request, models }: CodeViewProps,
  parts: { url: string; key: string | null },
): string {
  if (language === 'curl') return toCurl(parts)
  if (language === 'fetch') return toFetch(parts)
  // Types of what `fields` leaves are not generated: without a model, `data` can hold anything.
  const types = toEntryTypes(request.fields.length > 0 ? [] : models, {
    collection: request.collection,
    depth: /^\d+$/.test(request.depth) ? Number(request.depth) : 0,
    single: request.slug !== null,
    variants: request.variants.length > 0,
  })
  return toTypeScript(parts, types)
}
