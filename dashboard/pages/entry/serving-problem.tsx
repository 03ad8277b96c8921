// Why an entry was not published or unpublished, and what to do about it.
import { Button, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { By } from '../../../src/base/by.ts'
import { ApiProblem } from '../../api/request.ts'
import { toExactText } from '../../parts/moment-text.ts'
import { toFieldLabel } from './field-label.ts'

const errorsShown = 20
const pathsShown = 5

/** Undefined where the server's words say it all. `onReload` fetches the entry again, and closes the dialog. */
export function explainServingProblem(error: unknown, onReload: () => void): ReactNode {
  if (!(error instanceof ApiProblem)) return undefined
  const reload = (label: string, text: string) => (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Button size="xs" variant="default" onClick={onReload}>
        {label}
      </Button>
    </Stack>
  )
  switch (error.code) {
    case 'draft_conflict':
      return reload('Show the new draft', describeConflict(error))
    case 'entry_not_found':
      return reload('Reload', 'Somebody has deleted the entry.')
    case 'entry_archived':
      return reload('Reload', 'Somebody has archived the entry. It has to be unarchived first.')
    case 'draft_invalid':
      return <InvalidFields error={error} />
    case 'role_required':
      return 'Your role was changed, and no longer allows this. Ask an owner or admin of the space.'
    default:
      return undefined
  }
}

function describeConflict({ members }: ApiProblem): string {
  const {
    paths = [],
    updatedAt,
    updatedBy,
  } = members as {
    readonly paths?: readonly string[]
    readonly updatedAt?: string
    readonly updatedBy?: By | null
  }
  const who = updatedBy?.name ?? 'Somebody'
  const when = updatedAt === undefined ? '' : ` on ${toExactText(updatedAt)}`
  const names = paths.slice(0, pathsShown).map(toFieldLabel).join(', ')
  const more = paths.length > pathsShown ? ` and ${paths.length - pathsShown} more` : ''
  const what = names === '' ? '' : ` (${names}${more})`
  return `${who} changed the draft${what}${when}, after you had opened it. Nothing was published: look at the new draft, then publish that.`
}

function InvalidFields({ error: { errors } }: { readonly error: ApiProblem }) {
  const rest = errors.length - errorsShown
  return (
    <>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {errors.slice(0, errorsShown).map(({ name, message }) => (
          <List.Item key={`${name} ${message}`}>
            {toFieldLabel(name)} {message}.
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {rest > 0 ? `And ${rest} more. ` : null}Nothing was published. Correct the draft first.
      </Text>
    </>
  )
}
