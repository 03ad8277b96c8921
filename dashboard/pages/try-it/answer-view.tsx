// The response: status, time and size, and the body as JSON or text, or the headers.
import { Badge, Button, Code, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { JsonView } from '../../parts/json-view.tsx'
import { toDuration, toSize, toStatusText } from './formats.ts'
import { HeaderTable } from './header-table.tsx'
import { ListFacts } from './list-facts.tsx'
import { AnswerProblem } from './problem.tsx'
import { RawText } from './raw-text.tsx'
import type { TryResponse } from './send.ts'
import type { Outcome } from './use-sending.ts'

interface AnswerViewProps {
  readonly outcome: Outcome
  /** Whether the response is to the request that is now in the form. */
  readonly isCurrent: boolean
  readonly onSendAgain: (etag: string) => void
}

export function AnswerView({ outcome, isCurrent, onSendAgain }: AnswerViewProps) {
  const { answer, running, failure } = outcome
  return (
    <Stack gap="md" aria-busy={running}>
      <VisuallyHidden role="status">{running ? 'Sending' : answer ? summarize(answer) : ''}</VisuallyHidden>
      {failure === null ? null : <Text role="alert">{failure}</Text>}
      {answer === null && failure === null ? (
        <Text c="dimmed">{running ? 'Sending…' : 'Nothing sent yet. Press Send, or Enter in a field.'}</Text>
      ) : null}
      {answer ? (
        <>
          <Facts answer={answer} />
          {isCurrent ? null : <Code style={{ overflowWrap: 'anywhere' }}>GET {answer.path}</Code>}
          <AnswerProblem answer={answer} />
          {answer.etag !== null && answer.status < 400 ? (
            <Conditional etag={answer.etag} onSend={isCurrent && !running ? onSendAgain : null} />
          ) : null}
          <Body answer={answer} />
        </>
      ) : null}
    </Stack>
  )
}

function summarize(answer: TryResponse): string {
  return `${toStatusText(answer.status)}, ${toDuration(answer.milliseconds)}, ${toSize(answer.bytes)}`
}

const colors: Readonly<Record<number, string>> = { 2: 'green', 3: 'blue', 4: 'orange', 5: 'red' }

function Facts({ answer }: { readonly answer: TryResponse }) {
  const { status, milliseconds, wireBytes, encoding, bytes, json } = answer
  return (
    <Group gap="md">
      <Badge
        size="lg"
        radius="sm"
        tt="none"
        variant="filled"
        autoContrast
        color={colors[Math.floor(status / 100)] ?? 'gray'}
      >
        {toStatusText(status)}
      </Badge>
      <Text size="sm">{toDuration(milliseconds)}</Text>
      <Text size="sm">
        {toSize(bytes)} of {json === undefined ? 'body' : 'JSON'}
      </Text>
      {wireBytes === null || encoding === null ? null : (
        <Text size="sm">
          {toSize(wireBytes)} over the wire, {encoding}
        </Text>
      )}
      <ListFacts answer={answer} />
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

function Body({ answer }: { readonly answer: TryResponse }) {
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
            { value: 'headers', label: `Headers (${answer.headers.length})` },
          ]}
          value={shown}
          onChange={setShown}
        />
        {shown === 'json' && answer.json !== undefined ? (
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
        <HeaderTable headers={answer.headers} />
      ) : (
        <Content {...{ answer, shown, open }} />
      )}
    </Stack>
  )
}

interface ContentProps {
  readonly answer: TryResponse
  readonly shown: string
  readonly open: string
}

function Content({ answer, shown, open }: ContentProps) {
  if (answer.text === '') {
    return (
      <Text c="dimmed">
        {answer.status === 304 ? 'No body: the response has not changed.' : 'The response has no body.'}
      </Text>
    )
  }
  if (shown === 'json' && answer.json !== undefined) {
    return <JsonView value={answer.json} openLevels={Number(open)} label="The response as JSON" />
  }
  return <RawText text={answer.text} bytes={answer.bytes} />
}
