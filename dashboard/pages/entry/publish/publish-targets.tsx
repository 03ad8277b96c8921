// Lists the entries that a draft refers to and that will not be live when it is published. They can be published together
// with it.
import { Alert, Anchor, Checkbox, List, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { partsOfPointer, toPointer } from '../../../../src/base/json/json-pointer.ts'
import type { ApiProblem } from '../../../api/request.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { EntryState } from '../../../parts/entries/entry-state.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { toExactText } from '../../../parts/time/moment-text.ts'
import { FieldProblems } from '../dialog/action-error.tsx'
import type { Names } from '../diff/names.ts'
import type { ListedTarget, Targets } from './use-missing-targets.ts'

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
        <List size="sm" className="entry-text">
          {ready.map(target => (
            <List.Item key={target.id}>
              <TargetLine target={target} names={names} />
              <Ready target={target} targets={targets} />
            </List.Item>
          ))}
          {others.map(target => (
            <List.Item key={`${target.id} ${target.slug}`}>
              <TargetLine target={target} names={names} />
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
      {state === null ? 'does not exist' : <EntryState state={state} />}
      {publishAt === null ? null : <Text size="xs">{`Its own schedule: ${toExactText(publishAt)}.`}</Text>}
      {unpublishAt === null ? null : <Text size="xs">{`Unpublished on ${toExactText(unpublishAt)}.`}</Text>}
    </>
  )
}

/** The checkbox that includes the target, and a note if it has problems. */
function Ready({ target, targets }: { readonly target: ListedTarget; readonly targets: Targets }) {
  const id = target.id ?? ''
  return (
    <>
      {targets.problemCounts.get(id) ? (
        <Text size="xs">It has problems that keep it from being published.</Text>
      ) : null}
      <Checkbox
        size="sm"
        my={6}
        label="Publish it too"
        aria-label={`Publish it too: ${nameOf(target)}`}
        checked={targets.isChosen(id)}
        onChange={event => targets.choose(id, event.currentTarget.checked)}
      />
    </>
  )
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
