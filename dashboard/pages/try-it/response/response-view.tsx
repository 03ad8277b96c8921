// Shows the response of the content API: its status, time and size, the server's error if there is one, and the body as a
// tree of JSON, the body as text, or the headers.
import {
  Alert,
  Anchor,
  Button,
  Code,
  Group,
  SegmentedControl,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useState } from 'react'
import { CopyTextButton } from '../../../parts/code/code-block.tsx'
import { JsonView } from '../../../parts/code/json-view.tsx'
import { StateBadge, type Tone } from '../../../parts/entries/entry-state.tsx'
import type { Outcome, TryResponse } from '../request/send.ts'
import { readProblem } from '../request/standing-errors.ts'
import '../try-it.css'

interface ResponseViewProps {
  readonly outcome: Outcome
  /** True if the response belongs to the request that is now in the form. */
  readonly isCurrent: boolean
  readonly onSendAgain: (etag: string) => void
}

/** Shows the response: its status, time and size, and the body as JSON, the body as text, or the headers. */
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

/** Lists the response headers that the browser exposes to pages. */
function HeaderTable({ headers }: Pick<TryResponse, 'headers'>) {
  return (
    <Table withTableBorder layout="fixed" aria-label="Response headers">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w="40%">
            Name
          </Table.Th>
          <Table.Th scope="col">Value</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {headers.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={500} style={wrapping}>
              {name}
            </Table.Th>
            <Table.Td style={wrapping}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const wrapping = { overflowWrap: 'anywhere', verticalAlign: 'top' } as const

/** Omits what the response does not contain. */
function ListFacts({ response }: { readonly response: TryResponse }) {
  const count = countOf(response.json)
  const timing = response.headers.find(([name]) => name.toLowerCase() === 'server-timing')?.[1]
  return (
    <>
      {count === null ? null : (
        <Text size="sm">
          <Code>count</Code> {count}
        </Text>
      )}
      {timing === undefined ? null : (
        <Group gap={4}>
          <Text size="sm">Server-Timing</Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{timing}</Code>
        </Group>
      )}
    </>
  )
}

/** Returns null if the body is not a list. */
function countOf(json: unknown): number | null {
  if (typeof json !== 'object' || json === null) return null
  const { count } = json as { count?: unknown }
  return typeof count === 'number' ? count : null
}

/** Shows an error response with the server's message and a link to the description of its code. */
function ResponseProblem({ response }: { readonly response: TryResponse }) {
  const problem = readProblem(response)
  if (problem === null) return null
  const { type, title, detail, code } = problem
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{detail}</Text>
        {URL.canParse(type) ? (
          <Anchor href={type} target="_blank" size="sm" underline="always">
            What {code} means (opens in a new tab)
          </Anchor>
        ) : null}
      </Stack>
    </Alert>
  )
}

interface RawTextProps {
  readonly text: string
  /** The size of the whole text in bytes. */
  readonly bytes: number
}

const shownMax = 200_000

/**
 * Shows the body as text. Only the beginning of a large body is rendered, because many MiB of text would freeze the
 * page.
 */
function RawText({ text, bytes }: RawTextProps) {
  const isWhole = text.length <= shownMax
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {isWhole
            ? toSize(bytes)
            : `The first ${toSize(shownMax)} of ${toSize(bytes)}. The button copies all of it.`}
        </Text>
        <CopyTextButton text={text} what="the whole text" size="compact-xs" />
      </Group>
      <section aria-label="The response as text" className="code-block">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <pre tabIndex={0} className="raw-text">
          {isWhole ? text : text.slice(0, shownMax)}
        </pre>
      </section>
    </Stack>
  )
}

/** Formats the size in decimal units (1 kB is 1000 bytes), as usual for networks. */
function toSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function toDuration(milliseconds: number): string {
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`
}

const words: Readonly<Record<number, string>> = {
  200: 'OK',
  304: 'Not modified',
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  414: 'Address too long',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Server error',
  503: 'Unavailable',
}

/** For example `200 OK`. */
function toStatusText(status: number): string {
  return words[status] === undefined ? String(status) : `${status} ${words[status]}`
}
