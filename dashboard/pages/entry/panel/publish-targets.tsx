// The entries that a draft refers to and that are not published: readers would get null. They can be published with it.
import { Alert, Anchor, Checkbox, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { LinksView, LinkView } from '../../../../src/authoring/entries.schema.ts'
import { partsOfPointer, toPointer } from '../../../../src/base/json-pointer.ts'
import { type Target, useEntriesById } from '../../../api/entry-actions.ts'
import type { ApiProblem } from '../../../api/request.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { EntryState } from '../../../parts/entry-state.tsx'
import { ProblemAlert } from '../../../parts/problem-alert.tsx'
import { FieldProblems } from './action-error.tsx'
import type { Names } from './names.ts'
import { errorsOf } from './publishing.ts'

/** More would not fit into a list that anybody reads. */
const togetherMax = 100

export interface Targets {
  /** Drafts, each once. */
  readonly drafts: readonly LinkView[]
  /** What cannot be published with it: archived, or not there. */
  readonly others: readonly LinkView[]
  readonly isTogether: boolean
  readonly setTogether: (together: boolean) => void
  /** What is published too. */
  readonly chosen: readonly Target[]
  /** By id: how many problems keep it from being published. */
  readonly problemCounts: ReadonlyMap<string, number>
  readonly isPending: boolean
}

/** Their newest versions are fetched once the user wants to publish them. */
export function useTargets(links: LinksView | undefined): Targets {
  const [isTogether, setTogether] = useState(false)
  const all = [
    ...new Map(links?.to.map(link => [link.id ?? `${link.collection}/${link.slug}`, link])).values(),
  ]
  const drafts = all.filter(({ id, state }) => id !== null && state === 'draft').slice(0, togetherMax)
  const ids = isTogether ? drafts.flatMap(({ id }) => (id === null ? [] : [id])) : []
  const { entries, isPending } = useEntriesById(ids)
  return {
    drafts,
    others: all.filter(({ state }) => state === null || state === 'archived'),
    isTogether,
    setTogether,
    chosen: entries.map(({ id, draftVersion }) => ({ id, draftVersion })),
    problemCounts: new Map(entries.map(entry => [entry.id, errorsOf(entry).length])),
    isPending,
  }
}

interface PublishTargetsProps {
  readonly targets: Targets
  readonly names: Names
}

/** Renders nothing where readers get everything that the draft refers to. */
export function PublishTargets({ targets, names }: PublishTargetsProps) {
  const { drafts, others, isTogether, setTogether, problemCounts } = targets
  const count = drafts.length + others.length
  if (count === 0) return null
  return (
    <Alert
      role="note"
      color="yellow"
      variant="light"
      title={
        count === 1
          ? 'It refers to an entry that is not published'
          : `It refers to ${count} entries that are not published`
      }
    >
      <Stack gap="xs">
        <Text size="sm">
          {count === 1
            ? 'Readers get null in its place, or a list without it.'
            : 'Readers get null in their place, or a list without them.'}
        </Text>
        <List size="sm" className="entry-text">
          {[...drafts, ...others].map(link => (
            <List.Item key={`${link.id} ${link.slug}`}>
              <TargetName link={link} />{' '}
              <Text span size="xs">
                ({names.placeOf(link.path)})
              </Text>{' '}
              {link.state === null ? 'does not exist' : <EntryState state={link.state} />}
              {problemCounts.get(link.id ?? '') ? (
                <Text size="xs">It has problems that keep it from being published.</Text>
              ) : null}
            </List.Item>
          ))}
        </List>
        {drafts.length > 0 ? (
          <Checkbox
            label={drafts.length === 1 ? 'Publish it too' : `Publish these too (${drafts.length})`}
            checked={isTogether}
            onChange={event => setTogether(event.currentTarget.checked)}
          />
        ) : null}
      </Stack>
    </Alert>
  )
}

function TargetName({ link: { id, collection, slug, title } }: { readonly link: LinkView }) {
  const paths = useSpacePaths()
  const name = title ?? slug ?? id
  if (id === null || collection === null) return name
  return (
    <Anchor component={Link} href={paths.toEntry(collection, id)} inherit c="inherit">
      {name}
    </Anchor>
  )
}

interface RefusedTargetsProps {
  readonly error: ApiProblem
  readonly targets: Targets
  readonly names: Names
  readonly onNewest: () => void
}

/** All or nothing: which of the entries was refused, and why. */
export function RefusedTargets({ error, targets, names, onNewest }: RefusedTargetsProps) {
  const reasons = error.errors.map(({ name, message, code }) => {
    const [, index = '', ...path] = partsOfPointer(name)
    return { id: targets.chosen[Number(index)]?.id ?? null, path: toPointer(...path), message, code }
  })
  const own = reasons.filter(({ id, path }) => id === null && path !== '')
  const others = reasons.filter(reason => !own.includes(reason))
  const isStale = reasons.some(({ code }) => code === 'draft_conflict')
  return (
    <ProblemAlert error={error} title="Nothing was published" {...(isStale && { onRetry: onNewest })}>
      {own.length > 0 ? <FieldProblems problems={own} names={names} /> : null}
      <List size="sm" className="entry-text">
        {others.map(({ id, path, message }) => (
          <List.Item key={`${id} ${path} ${message}`}>
            {id === null ? 'This entry' : <TargetName link={linkOf(targets, id)} />}
            {path === '' ? ': ' : `, ${partsOfPointer(path).slice(1).join('.')} `}
            {message}
          </List.Item>
        ))}
      </List>
    </ProblemAlert>
  )
}

function linkOf({ drafts }: Targets, id: string): LinkView {
  const unknown = { collection: null, slug: null, title: null, state: null, path: '' }
  const unscheduled = { publishAt: null, unpublishAt: null, suggested: false }
  return drafts.find(link => link.id === id) ?? { id, ...unknown, ...unscheduled }
}
