// Lists the entries that a draft refers to and that will not be live when it is published. They can be published together
// with it.
import { Alert, Anchor, Checkbox, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { LinksView, LinkView } from '../../../../src/authoring/entries/entries.schema.ts'
import { partsOfPointer, toPointer } from '../../../../src/base/json.ts'
import { type Target, useEntriesById } from '../../../api/content/entry-actions.ts'
import type { ApiProblem } from '../../../api/request.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { EntryState } from '../../../parts/entries/entry-state.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { toExactText } from '../../../parts/time/moment.tsx'
import { FieldProblems } from '../dialog/action-error.tsx'
import type { Names } from '../diff/names.ts'
import { errorsOf } from './publishing.ts'

interface PublishTargetsProps {
  readonly targets: Targets
  readonly names: Names
  /** True if the entry is published later. */
  readonly isScheduled: boolean
}

/** Renders nothing if all entries that the draft refers to will be live. */
export function PublishTargets({ targets, names, isScheduled }: PublishTargetsProps) {
  const { ready, others } = targets
  const count = ready.length + others.length
  if (count === 0) return null
  const [what, is, it] =
    count === 1 ? ['an entry', 'is', 'It'] : [`${count.toLocaleString('en')} entries`, 'are', 'They']
  const by = isScheduled ? 'will not be published by then' : `${is} not published`
  return (
    <Alert role="note" color="yellow" variant="light" title={`It refers to ${what} that ${by}`}>
      <Stack gap="xs">
        <Text size="sm">
          {`${it} will be missing on the site until ${count === 1 ? 'it is' : 'they are'} published.`}
        </Text>
        <List size="sm" className="entry-text publish-targets">
          {ready.map(target => (
            <List.Item key={target.id}>
              <div className="publish-target">
                <div>
                  <TargetLine target={target} names={names} />
                  {targets.problemCounts.get(target.id ?? '') ? (
                    <Text size="xs">It has problems that keep it from being published.</Text>
                  ) : null}
                </div>
                <Too target={target} targets={targets} />
              </div>
            </List.Item>
          ))}
          {others.map(target => (
            <List.Item key={`${target.id} ${target.slug}`}>
              <TargetLine target={target} names={names} />
              <Text size="xs">{whyNot(target)}</Text>
            </List.Item>
          ))}
        </List>
      </Stack>
    </Alert>
  )
}

interface TargetLineProps {
  readonly target: ListedTarget
  readonly names: Names
}

function TargetLine({ target, names }: TargetLineProps) {
  const { state, path, publishAt, unpublishAt } = target
  return (
    <>
      <TargetName target={target} />{' '}
      <Text span size="xs">
        ({path === '' ? 'scheduled with it' : names.placeOf(path)})
      </Text>{' '}
      {state === null ? null : <EntryState state={state} />}
      {publishAt === null ? null : <Text size="xs">{`Its own schedule: ${toExactText(publishAt)}.`}</Text>}
      {unpublishAt === null ? null : <Text size="xs">{`Unpublished on ${toExactText(unpublishAt)}.`}</Text>}
    </>
  )
}

function Too({ target, targets }: { readonly target: ListedTarget; readonly targets: Targets }) {
  const id = target.id ?? ''
  return (
    <Checkbox
      size="sm"
      label="Publish it too"
      aria-label={`Publish it too: ${nameOf(target)}`}
      checked={targets.isChosen(id)}
      onChange={event => targets.choose(id, event.currentTarget.checked)}
    />
  )
}

/** Says why the target cannot be published together with the entry, and what to do. */
function whyNot({ state }: ListedTarget): string {
  if (state === null) return 'It does not exist: remove the reference, or create the entry.'
  if (state === 'archived') return 'It is archived: unarchive it first, or remove the reference.'
  return 'It will be unpublished before then: change its schedule first.'
}

function nameOf({ title, slug, id }: ListedTarget): string {
  return title ?? slug ?? id ?? ''
}

export function TargetName({ target }: { readonly target: ListedTarget }) {
  const { id, collection } = target
  const paths = useSpacePaths()
  if (id === null || collection === null) return nameOf(target)
  return (
    <Anchor component={Link} href={paths.toEntry(collection, id)} inherit c="inherit">
      {nameOf(target)}
    </Anchor>
  )
}

interface RefusedTargetsProps {
  readonly error: ApiProblem
  readonly title: string
  readonly targets: Targets
  readonly names: Names
  readonly onNewest: () => void
}

/** Checks whether the error is about another entry, or about several operations at once. */
export function isAboutTargets({ code, errors }: ApiProblem): boolean {
  return code === 'operations_refused' || errors.some(({ name }) => partsOfPointer(name)[0] === 'with')
}

/** Explains which entry was refused and why. The operations succeed or fail together. */
export function RefusedTargets({ error, title, targets, names, onNewest }: RefusedTargetsProps) {
  const reasons = error.errors.map(({ name, message, code }) => {
    const [list, index = '', ...path] = partsOfPointer(name)
    const isPlaced = list === 'operations' || list === 'with'
    if (!isPlaced) return { id: null, path: name, message, code }
    return { id: targets.chosen[Number(index)]?.id ?? null, path: toPointer(...path), message, code }
  })
  const own = reasons.filter(({ id, path }) => id === null && path !== '')
  const others = reasons.filter(reason => !own.includes(reason))
  const isStale = error.code === 'draft_conflict' || reasons.some(({ code }) => code === 'draft_conflict')
  return (
    <ProblemAlert error={error} title={title} {...(isStale && { onRetry: onNewest })}>
      {own.length > 0 ? <FieldProblems problems={own} names={names} /> : null}
      <List size="sm" className="entry-text">
        {others.map(({ id, path, message }) => (
          <List.Item key={`${id} ${path} ${message}`}>
            {id === null ? 'This entry' : <TargetName target={targetOf(targets, id)} />}
            {path === '' ? ': ' : `, ${partsOfPointer(path).slice(1).join('.')} `}
            {message}
          </List.Item>
        ))}
      </List>
    </ProblemAlert>
  )
}

function targetOf({ ready }: Targets, id: string): ListedTarget {
  const unknown = { collection: null, slug: null, title: null, state: null, path: '' }
  return ready.find(link => link.id === id) ?? { id, ...unknown, publishAt: null, unpublishAt: null }
}

/** The maximum length of a readable list. */
const publishedMax = 100
/** The server's limit for one schedule. */
const scheduledMax = 50

type ListedTarget = Pick<
  LinkView,
  'id' | 'collection' | 'slug' | 'title' | 'state' | 'path' | 'publishAt' | 'unpublishAt'
>

interface Targets {
  /** Targets that can be published together with the entry, without duplicates. */
  readonly ready: readonly ListedTarget[]
  /** Targets that cannot: archived, missing, or unpublished by then. */
  readonly others: readonly ListedTarget[]
  readonly isChosen: (id: string) => boolean
  readonly choose: (id: string, chosen: boolean) => void
  /** The entries to publish, with the versions of their drafts. */
  readonly chosen: readonly Target[]
  /** The number of problems that prevent publication, by id. */
  readonly problemCounts: ReadonlyMap<string, number>
  readonly isPending: boolean
}

interface TargetsOptions {
  /** The id of the entry itself. It may refer to itself. */
  readonly own: string
  /** The time of publication in RFC 3339 format; null for now. */
  readonly at: string | null
  /** The entries of the previous schedule. */
  readonly before?: readonly {
    readonly id: string
    readonly collection: string
    readonly slug: string
    readonly title: string | null
  }[]
}

/** Fetches the newest versions of the chosen entries. */
export function useMissingTargets(
  links: LinksView | undefined,
  { own, at, before = [] }: TargetsOptions,
): Targets {
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const known = new Map(links?.to.map(link => [link.id ?? `${link.collection}/${link.slug}`, link]))
  const isAlong = ({ id }: ListedTarget) => before.some(one => one.id === id)
  // Entries of the previous schedule are live at that time only because of it.
  const missing = [...known.values()].filter(
    link => link.id !== own && (isAlong(link) || !isLiveAt(link, at)),
  )
  const along = links ? before.filter(({ id }) => !known.has(id)).map(toListed) : []
  const ready = [...missing.filter(link => canGoAlong(link, at)), ...along].slice(
    0,
    at === null ? publishedMax : scheduledMax,
  )
  const suggested = new Set([
    ...before.map(({ id }) => id),
    // A target with its own schedule is not published at another time unless the user chooses that.
    ...missing.flatMap(link =>
      link.suggested && link.id !== null && link.publishAt === null ? [link.id] : [],
    ),
  ])
  const isChosen = (id: string) => choices.get(id) ?? suggested.has(id)
  const ids = ready.flatMap(({ id }) => (id !== null && isChosen(id) ? [id] : []))
  const { entries, isPending } = useEntriesById(ids)
  return {
    ready,
    others: missing.filter(link => !canGoAlong(link, at)),
    isChosen,
    choose: (id, chosen) => setChoices(new Map(choices).set(id, chosen)),
    chosen: entries.map(({ id, draftVersion }) => ({ id, draftVersion })),
    problemCounts: new Map(entries.map(entry => [entry.id, errorsOf(entry).length])),
    isPending: links === undefined || isPending,
  }
}

function toListed(entry: NonNullable<TargetsOptions['before']>[number]): ListedTarget {
  return { ...entry, state: 'draft', path: '', publishAt: null, unpublishAt: null }
}

function isBefore(time: string | null, at: string): boolean {
  return time !== null && Date.parse(time) <= Date.parse(at)
}

function isLiveAt({ state, publishAt, unpublishAt }: ListedTarget, at: string | null): boolean {
  const isLive = state === 'live' || state === 'changed'
  if (at === null) return isLive
  return !isBefore(unpublishAt, at) && (isLive || isBefore(publishAt, at))
}

function canGoAlong({ id, state, unpublishAt }: ListedTarget, at: string | null): boolean {
  if (id === null || state === null || state === 'archived') return false
  return at === null || !isBefore(unpublishAt, at)
}
