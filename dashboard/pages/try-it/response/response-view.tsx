// Shows the response: its status, time and size, and the body as JSON, the body as text, or the headers.
import { Button, Code, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { JsonView } from '../../../parts/code/json-view.tsx'
import { StateBadge, type Tone } from '../../../parts/entries/entry-state.tsx'
import type { TryResponse } from '../request/send.ts'
import type { Outcome } from '../request/use-sending.ts'
import { toDuration, toSize, toStatusText } from './formats.ts'
import { HeaderTable } from './header-table.tsx'
import { ListFacts } from './list-facts.tsx'
import { ResponseProblem } from './problem.tsx'
import { RawText } from './raw-text.tsx'

interface ResponseViewProps {
  readonly outcome: Outcome
  /** True if the response belongs to the request that is now in the form. */
  readonly isCurrent: boolean
  readonly onSendAgain: (etag: string) => void
}

export function ResponseView({ outcome, isCurrent, onSendAgain }: ResponseViewProps) {
  const { response, running, failure } = outcome
  return (
    <Stack gap="md" aria-busy={running}>
      <VisuallyHidden role="status">
        {running ? 'Sending' : response ? summarize(response) : ''}
      </VisuallyHidden>
      {failure === null ? null : <Text role="alert">{failure}</Text>}
      {response === null && failure === null ? (
        <Text c="dimmed">{running ? 'Sending…' : 'Nothing sent yet. Press Send, or Enter in a field.'}</Text>
      ) : null}
      {response ? (
        <>
          <Facts response={response} />
          {isCurrent ? null : <Code style={{ overflowWrap: 'anywhere' }}>GET {response.path}</Code>}
          <ResponseProblem response={response} />
          {response.etag !== null && response.status < 400 ? (
            <Conditional etag={response.etag} onSend={isCurrent && !running ? onSendAgain : null} />
          ) : null}
          <Body response={response} />
        </>
      ) : null}
    </Stack>
  )
}

function summarize(response: TryResponse): string {
  return `${toStatusText(response.status)}, ${toDuration(response.milliseconds)}, ${toSize(response.bytes)}`
}

const tones: Readonly<Record<number, Tone>> = { 2: 'green', 3: 'blue', 4: 'amber', 5: 'red' }

function Facts({ response }: { readonly response: TryResponse }) {
  const { status, milliseconds, wireBytes, encoding, bytes, json } = response
  return (
    <Group gap="md">
      <StateBadge word={toStatusText(status)} tone={tones[Math.floor(status / 100)] ?? 'gray'} />
      <Text size="sm">{toDuration(milliseconds)}</Text>
      <Text size="sm">
        {toSize(bytes)} of {json === undefined ? 'body' : 'JSON'}
      </Text>
      {wireBytes === null || encoding === null ? null : (
        <Text size="sm">
          {toSize(wireBytes)} over the wire, {encoding}
        </Text>
      )}
      <ListFacts response={response} />
    </Group>
  )
}

interface ConditionalProps {
  readonly etag: string
  readonly onSend: ((etag: string) => void) | null
}

function Conditional({ etag, onSend }: ConditionalProps) {
  return (
    <Group gap="sm">
      <Text size="sm">
        ETag <Code>{etag}</Code>
      </Text>
      <Button size="compact-sm" variant="default" disabled={onSend === null} onClick={() => onSend?.(etag)}>
        Send with If-None-Match
      </Button>
    </Group>
  )
}

const levels = ['1', '2', '3', '4', '5', '6']

function Body({ response }: { readonly response: TryResponse }) {
  const [shown, setShown] = useState('json')
  const [open, setOpen] = useState('4')
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label="Part of the response"
          size="xs"
          data={[
            { value: 'json', label: 'JSON' },
            { value: 'text', label: 'Text' },
            { value: 'headers', label: `Headers (${response.headers.length})` },
          ]}
          value={shown}
          onChange={setShown}
        />
        {shown === 'json' && response.json !== undefined ? (
          <Group gap="xs">
            <Text size="sm" aria-hidden>
              Expanded levels
            </Text>
            <SegmentedControl
              aria-label="Expanded levels"
              size="xs"
              data={levels}
              value={open}
              onChange={setOpen}
            />
          </Group>
        ) : null}
      </Group>
      {shown === 'headers' ? (
        <HeaderTable headers={response.headers} />
      ) : (
        <Content {...{ response, shown, open }} />
      )}
    </Stack>
  )
}

interface ContentProps {
  readonly response: TryResponse
  readonly shown: string
  readonly open: string
}

function Content({ response, shown, open }: ContentProps) {
  if (response.text === '') {
    return (
      <Text c="dimmed">
        {response.status === 304 ? 'No body: the response has not changed.' : 'The response has no body.'}
      </Text>
    )
  }
  if (shown === 'json' && response.json !== undefined) {
    return <JsonView value={response.json} openLevels={Number(open)} label="The response as JSON" />
  }
  return <RawText text={response.text} bytes={response.bytes} />
}
