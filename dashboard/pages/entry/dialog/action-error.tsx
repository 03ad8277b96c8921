// Explains why the state of an entry was not changed, with a link to the invalid field or a button that shows the newer
// draft.
import { Anchor, Button, List, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { LinksView, ReferrerView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { Actor } from '../../../../src/base/caller.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { toExactText } from '../../../parts/time/moment.tsx'
import type { Names } from '../diff/names.ts'
import { UnsavedDraft } from '../engine/unsaved-draft.ts'
import { useLeaveTo } from './entry-dialog.tsx'

interface ActionErrorProps {
  readonly error: unknown
  /** For example "Could not publish the entry". */
  readonly title: string
  readonly names: Names
  /** Fetches the entry again. */
  readonly onNewest: () => void
}

const pathsShown = 5

/** Renders nothing without an error. */
export function ActionError({ error, title, names, onNewest }: ActionErrorProps) {
  return (
    <ProblemAlert error={error} title={title}>
      {error instanceof ApiProblem ? explain(error, names, onNewest) : explainUnsaved(error, names)}
    </ProblemAlert>
  )
}

/** Explains why edits could not be saved; undefined for another error. */
export function explainUnsaved(error: unknown, names: Names): ReactNode {
  if (!(error instanceof UnsavedDraft)) return undefined
  return (
    <>
      <Text size="sm">{error.message}</Text>
      {error.paths.length > 0 ? <FieldProblems problems={error.paths} names={names} /> : null}
    </>
  )
}

/** Returns undefined if the server's message is sufficient. */
function explain(error: ApiProblem, names: Names, onNewest: () => void): ReactNode {
  const again = (text: string, label = 'Show it as it is now') => (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" className="entry-text">
        {text}
      </Text>
      <Button size="xs" variant="default" onClick={onNewest}>
        {label}
      </Button>
    </Stack>
  )
  switch (error.code) {
    case 'draft_conflict':
      return again(describeConflict(error, names), 'Show the new draft')
    case 'draft_invalid':
      return (
        <FieldProblems
          problems={error.errors.map(({ name, message }) => ({ path: name, message }))}
          names={names}
        />
      )
    case 'entry_archived':
      return again('Someone has just archived this entry.')
    case 'entry_not_live':
      return again('Someone has just unpublished this entry.')
    case 'entry_not_archived':
      return again('Someone has just unarchived this entry.')
    case 'entry_not_found':
      return 'Someone has just deleted this entry.'
    case 'role_required':
      return 'Your role was changed, and no longer allows this. Ask an owner or admin of the space.'
    default:
      return undefined
  }
}

function describeConflict({ members }: ApiProblem, { placeOf }: Names): string {
  const { updatedAt, updatedBy } = members as {
    readonly updatedAt?: string
    readonly updatedBy?: Actor | null
  }
  const paths = pathsOf(members)
  const who = updatedBy?.name ?? 'Somebody'
  const more = paths.length > pathsShown ? ` and ${paths.length - pathsShown} more` : ''
  const what =
    paths.length === 0 ? 'the draft' : `${paths.slice(0, pathsShown).map(placeOf).join(', ')}${more}`
  const when = updatedAt === undefined ? '' : ` on ${toExactText(updatedAt)}`
  return `${who} changed ${what}${when}, after you had opened this. Nothing was changed: look at the new draft first.`
}

/** Returns the paths that the other user changed, from the members of a conflict error. */
export function pathsOf(members: ApiProblem['members']): readonly string[] {
  return Array.isArray(members.paths) ? members.paths.filter(path => typeof path === 'string') : []
}

interface FieldProblemsProps {
  readonly problems: readonly { readonly path: string; readonly message: string }[]
  readonly names: Names
}

const problemsShown = 20

/** Lists problems with links to their fields. */
export function FieldProblems({ problems, names }: FieldProblemsProps) {
  const leaveTo = useLeaveTo()
  const rest = problems.length - problemsShown
  return (
    <>
      <List size="sm" className="entry-text">
        {problems.slice(0, problemsShown).map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="inherit"
              mih={24}
              onClick={() => leaveTo(path)}
            >
              {names.placeOf(path)}
            </Anchor>{' '}
            {message}.
          </List.Item>
        ))}
      </List>
      {rest > 0 ? <Text size="sm">{`And ${rest} more.`}</Text> : null}
    </>
  )
}

const shownMax = 5

interface ReferrersProps {
  readonly links: LinksView
  /** The sentence after "3 published entries refer to it". */
  readonly consequence: string
}

/** Renders nothing if no live entry refers to the entry. */
export function LiveReferrers({ links: { from, fromLiveCount }, consequence }: ReferrersProps) {
  if (fromLiveCount === 0) return null
  const shown = from.filter(({ live }) => live).slice(0, shownMax)
  const rest = fromLiveCount - shown.length
  return (
    <Text component="div" size="sm" className="entry-text">
      {countReferrers(fromLiveCount)} to it: <Titles entries={shown} />
      {rest > 0 ? ` and ${rest.toLocaleString('en')} more` : null}. {consequence}
    </Text>
  )
}

function countReferrers(count: number): string {
  return count === 1 ? '1 published entry refers' : `${count.toLocaleString('en')} published entries refer`
}

function Titles({ entries }: { readonly entries: readonly ReferrerView[] }) {
  const paths = useSpacePaths()
  return entries.map(({ id, collection, title, slug }, index) => (
    <Fragment key={id}>
      {index > 0 ? ', ' : null}
      <Anchor component={Link} href={paths.toEntry(collection, id)} inherit>
        {title ?? slug}
      </Anchor>
    </Fragment>
  ))
}
