// A card with the first entries of a list: its size is the same while it loads, with an error, empty and full.
import { Anchor, Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { ApiProblem } from '../../api/request.ts'
import { useSpacePaths } from '../../api/space.ts'

export const rowsShown = 4
const rowHeight = '2.75rem'

interface WorkEntry {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly title: string | null
}

interface WorkListProps<Item> {
  readonly title: string
  /** Undefined while it loads. */
  readonly data: { readonly list: readonly Item[]; readonly count: number } | undefined
  readonly entryOf: (item: Item) => WorkEntry
  /** The line below the title of the entry. */
  readonly about: (item: Item) => ReactNode
  /** If there are none. */
  readonly none: string
  readonly error: unknown
  readonly onRetry: () => void
}

export function WorkList<Item>({
  title,
  data,
  entryOf,
  about,
  none,
  error,
  onRetry,
}: WorkListProps<Item>): ReactNode {
  const id = useId()
  const shown = data?.list.slice(0, rowsShown) ?? []
  return (
    <Paper component="section" aria-labelledby={id} withBorder radius="md" p={{ base: 'sm', sm: 'md' }}>
      <Title order={2} size="h5" mb="xs" id={id}>
        {title}
        {data && data.count > shown.length ? (
          <Text
            span
            size="sm"
            c="dimmed"
            fw={400}
          >{` ${shown.length} of ${data.count.toLocaleString('en')}`}</Text>
        ) : null}
      </Title>
      <Stack
        component="ul"
        gap={0}
        className="plain-list"
        role="list"
        mih={`calc(${rowsShown} * ${rowHeight})`}
      >
        {error ? <Failed error={error} onRetry={onRetry} /> : null}
        {data || error ? null : <Loading />}
        {data?.count === 0 ? (
          <Text component="li" size="sm" c="dimmed">
            {none}
          </Text>
        ) : null}
        {shown.map(item => (
          <Row key={entryOf(item).id} entry={entryOf(item)} about={about(item)} />
        ))}
      </Stack>
    </Paper>
  )
}

function Row({ entry, about }: { readonly entry: WorkEntry; readonly about: ReactNode }) {
  const { id, collection, slug, title } = entry
  const paths = useSpacePaths()
  return (
    <li style={{ height: rowHeight, minWidth: 0 }}>
      <Anchor component={Link} href={paths.toEntry(collection, id)} size="sm" display="block" truncate>
        {title ?? slug}
      </Anchor>
      <Text component="div" size="xs" c="dimmed" truncate>
        {about}
      </Text>
    </li>
  )
}

function Loading() {
  return (
    <li aria-busy="true">
      <Skeleton height={14} mt={4} width="70%" />
      <Skeleton height={10} mt={10} width="40%" />
    </li>
  )
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <li>
      <Text size="sm" role="alert" mb="xs">
        {error instanceof ApiProblem ? error.detail : 'This could not be loaded.'}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </li>
  )
}
