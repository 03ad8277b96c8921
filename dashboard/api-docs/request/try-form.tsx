// The form that sends the request to this server, with the session of the dashboard or with an API key. The page keeps the
// key only until it is closed.
import { Anchor, Button, Text, Textarea, TextInput, Title } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import type { SessionView } from '../../../src/accounts/accounts.schema.ts'
import { CodeBlock } from '../../parts/code/code-block.tsx'
import { acceptsKey, acceptsSession, type Endpoint, isContent, type Parameter } from '../document.ts'
import { hasJsonBody, idOf, isConditions, listFields, listMissing, type Typed, toPath } from './samples.ts'

interface TryFormProps {
  readonly endpoint: Endpoint
  readonly typed: Typed
  readonly onChange: (typed: Typed) => void
}

type Outcome =
  | { readonly state: 'none' | 'running' }
  | { readonly state: 'failed'; readonly words: string }
  | { readonly state: 'done'; readonly received: ReceivedResponse }

export function TryForm({ endpoint, typed, onChange }: TryFormProps) {
  const session = useSession()
  const [key, setKey] = useState('')
  const [outcome, setOutcome] = useState<Outcome>({ state: 'none' })
  if (endpoint.requestBody !== undefined && !hasJsonBody(endpoint)) return null
  const bySession = (acceptsSession(endpoint) || isContent(endpoint)) && session ? session : null
  const needsKey = acceptsKey(endpoint) && bySession === null

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const words = findMistake(endpoint, typed, needsKey ? key : null)
    if (words !== null) return setOutcome({ state: 'failed', words })
    setOutcome({ state: 'running' })
    const received = await sendRequest(endpoint, typed, key.trim()).catch(() => null)
    setOutcome(
      received === null
        ? {
            state: 'failed',
            words: 'The server could not be reached. Check that it is running, then try again.',
          }
        : { state: 'done', received },
    )
  }
  return (
    <section aria-label="Try it" className="try">
      <Title order={2} size="h4">
        Try it
      </Title>
      <form onSubmit={send} noValidate>
        {listFields(endpoint).map(parameter => (
          <ParameterField
            key={idOf(parameter)}
            parameter={parameter}
            text={typed.parameters[idOf(parameter)] ?? ''}
            onChange={text =>
              onChange({ ...typed, parameters: { ...typed.parameters, [idOf(parameter)]: text } })
            }
          />
        ))}
        {hasJsonBody(endpoint) ? (
          <Textarea
            label="Body"
            size="xs"
            className="try-whole"
            autosize
            minRows={3}
            maxRows={16}
            spellCheck={false}
            classNames={{ input: 'try-body' }}
            value={typed.body}
            onChange={event => onChange({ ...typed, body: event.currentTarget.value })}
          />
        ) : null}
        {acceptsKey(endpoint) ? (
          <TextInput
            type="password"
            size="xs"
            className="try-whole"
            label={bySession === null ? 'API key' : 'API key (optional)'}
            value={key}
            onChange={event => setKey(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        ) : null}
        <Text size="xs" c="dimmed" className="try-whole">
          <Access session={session} by={bySession} endpoint={endpoint} hasKey={key.trim() !== ''} />
        </Text>
        <Button type="submit" className="try-whole" loading={outcome.state === 'running'}>
          {endpoint.method === 'GET' ? 'Send' : `Send ${endpoint.method}: this changes data`}
        </Button>
      </form>
      <div role="status">
        {outcome.state === 'failed' ? <Text c="red">{outcome.words}</Text> : null}
        {outcome.state === 'done' ? (
          <Text size="sm" className="try-status">
            <span className="status" data-failed={outcome.received.status >= 400 || undefined}>
              {outcome.received.status}
            </span>{' '}
            in {Math.round(outcome.received.milliseconds)} ms
          </Text>
        ) : null}
      </div>
      {outcome.state === 'done' && outcome.received.text !== '' ? (
        <CodeBlock text={outcome.received.text} label="The response" />
      ) : null}
    </section>
  )
}

function findMistake(endpoint: Endpoint, typed: Typed, key: string | null): string | null {
  const missing = listMissing(endpoint, typed)
  if (missing.length > 0) return `Fill in ${missing.join(', ')}.`
  if (key === null) return null
  if (key.trim() === '') return 'Enter an API key, or sign in to the dashboard.'
  return /^[\x21-\x7e]+$/.test(key.trim()) ? null : 'This is not an API key.'
}

interface AccessProps {
  readonly session: KnownSession
  /** Null if this request cannot be sent with the session. */
  readonly by: SessionView | null
  readonly endpoint: Endpoint
  readonly hasKey: boolean
}

function Access({ session, by, endpoint, hasKey }: AccessProps) {
  if (session === undefined) return <>Looking whether you are signed in…</>
  if (hasKey && acceptsKey(endpoint))
    return <>Sent with the API key. It is forgotten when this page closes.</>
  if (by !== null) {
    const where = by.space === null ? '' : ` in the space ${by.space.name}`
    return (
      <>
        Sent as {by.user.email}
        {where}.
      </>
    )
  }
  if (!acceptsKey(endpoint) && !acceptsSession(endpoint)) return <>Sent without a session.</>
  if (session !== null) return <>This endpoint takes an API key only.</>
  return (
    <>
      <Anchor href="/sign-in">Sign in to the dashboard</Anchor> to send this
      {acceptsKey(endpoint) ? ' without an API key' : ''}.
    </>
  )
}

interface ParameterFieldProps {
  readonly parameter: Parameter
  readonly text: string
  readonly onChange: (text: string) => void
}

function ParameterField({ parameter, text, onChange }: ParameterFieldProps) {
  const { name, required = false, schema } = parameter
  return (
    <TextInput
      label={name}
      size="xs"
      {...((isConditions(parameter) || parameter.in === 'path') && { className: 'try-whole' })}
      required={required}
      placeholder={isConditions(parameter) ? `${name}[field]=value` : placeholderOf(schema)}
      value={text}
      onChange={event => onChange(event.currentTarget.value)}
      inputMode={schema.type === 'integer' ? 'numeric' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

function placeholderOf({ default: absent, example }: Parameter['schema']): string {
  const shown = absent ?? example
  return shown === undefined ? '' : String(shown)
}

interface ReceivedResponse {
  readonly status: number
  readonly milliseconds: number
  /** Indented if it is JSON. */
  readonly text: string
}

/** The content API accepts only API keys. The second path returns the same responses for a session. */
const contentPath = '/api/v1/public/content/'
const sessionContentPath = '/api/dashboard/content/'

/** The maximum number of characters shown. */
const lengthMax = 100_000

/** Sends the request, with the session if `key` is empty. Throws if the server cannot be reached. */
async function sendRequest(endpoint: Endpoint, typed: Typed, key: string): Promise<ReceivedResponse> {
  const path = toPath(endpoint, typed)
  const isBySession = key === ''
  const sentPath = isBySession && isContent(endpoint) ? path.replace(contentPath, sessionContentPath) : path
  const begin = performance.now()
  const response = await fetch(sentPath, {
    method: endpoint.method,
    credentials: isBySession ? 'same-origin' : 'omit',
    cache: 'no-store',
    headers: {
      ...(isBySession ? {} : { Authorization: `Bearer ${key}` }),
      ...(hasJsonBody(endpoint) && { 'Content-Type': 'application/json' }),
    },
    ...(hasJsonBody(endpoint) && { body: typed.body }),
  })
  const text = indented(await response.text())
  const milliseconds = performance.now() - begin
  return {
    status: response.status,
    milliseconds,
    text: text.length > lengthMax ? `${text.slice(0, lengthMax)}\n…` : text,
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Undefined while loading; null if no user is signed in. */
type KnownSession = SessionView | null | undefined

let reading: Promise<SessionView | null> | null = null

async function read(): Promise<SessionView | null> {
  const response = await fetch('/api/auth/session').catch(() => null)
  // An unread body would keep the request open.
  const body = await response?.json().catch(() => null)
  return response?.ok ? (body as SessionView) : null
}

/** Reads the dashboard session of this browser, once per page load, because the page shows no user data. */
function useSession(): KnownSession {
  const [session, setSession] = useState<KnownSession>(undefined)
  useEffect(() => {
    let isShown = true
    reading ??= read()
    reading.then(found => {
      if (isShown) setSession(found)
    })
    return () => {
      isShown = false
    }
  }, [])
  return session
}
