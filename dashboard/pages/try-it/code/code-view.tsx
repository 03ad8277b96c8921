// Shows the request of the form as code. The secret is a variable unless the user includes it.
import { Stack, Switch, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { CodeBlock } from '../../../parts/code/code-block.tsx'
import type { QueryModel } from '../request/path-options.ts'
import type { TryRequest } from '../request/try-request.ts'
import { toCurl, toFetch } from './snippets.ts'

/** A separate bundle with the type generator, which no other page needs. */
const ClientCode = lazy(async () => ({ default: (await import('./client-code.tsx')).ClientCode }))

export const languages = ['curl', 'fetch', 'TypeScript'] as const
export type Language = (typeof languages)[number]

interface CodeViewProps {
  readonly language: Language
  readonly request: TryRequest
  /** Starts with `/api/`; null while the request is incomplete. */
  readonly path: string | null
  readonly models: readonly QueryModel[]
  /** Null if the session is sent; empty if there is no key yet. */
  readonly secret: string | null
  readonly showSecret: boolean
  readonly onShowSecret: (show: boolean) => void
}

export function CodeView(props: CodeViewProps) {
  const { language, request, path, models, secret, showSecret, onShowSecret } = props
  if (path === null)
    return (
      <Text c="dimmed">Choose a collection, the slug for one entry, and a field for each condition.</Text>
    )
  const key = showSecret && secret ? secret : null
  const parts = { url: `${location.origin}${path}`, key }
  return (
    <Stack gap="sm">
      {secret === null ? null : (
        <Switch
          label="Show my API key"
          checked={key !== null}
          disabled={secret === ''}
          onChange={event => onShowSecret(event.currentTarget.checked)}
        />
      )}
      {language === 'TypeScript' ? (
        <Suspense fallback={<Text c="dimmed">Loading…</Text>}>
          <ClientCode {...{ request, models }} apiKey={key} />
        </Suspense>
      ) : (
        <CodeBlock
          text={language === 'curl' ? toCurl(parts) : toFetch(parts)}
          label={`The request as ${language}`}
        />
      )}
      {key === null ? (
        <Text size="sm" c="dimmed">
          A site needs an API key. The code reads it from the environment variable FRONTLIST_KEY.
        </Text>
      ) : null}
    </Stack>
  )
}
