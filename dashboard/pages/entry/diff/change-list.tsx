// Lists changes, each below the name of its field.
import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Change } from './changes.ts'
import { FullChange } from './full-change.tsx'
import type { Names } from './names.ts'
import { ShortChange } from './short-change.tsx'

interface ChangesProps {
  readonly changes: readonly Change[]
  readonly names: Names
}

interface ChangeListProps extends ChangesProps {
  /** Paths that another user has just changed. */
  readonly marked?: readonly string[]
  /** Renders an action beside the name of a change. */
  readonly actionOf?: (change: Change) => ReactNode
}

const shownMax = 100

/** Shows every change with all its differences. */
export function ChangeList({ changes, names, marked = [], actionOf }: ChangeListProps) {
  return (
    <>
      <dl className="change-list">
        {changes.slice(0, shownMax).map(change => (
          <div key={change.path}>
            <dt>
              <Group justify="space-between" gap="xs">
                <Group gap="xs">
                  {names.placeOf(change.path)}
                  {marked.includes(change.path) ? (
                    <span className="changed-meanwhile">Just changed</span>
                  ) : null}
                </Group>
                {actionOf?.(change)}
              </Group>
            </dt>
            <dd>
              <FullChange change={change} names={names} />
            </dd>
          </div>
        ))}
      </dl>
      <More count={changes.length - shownMax} />
    </>
  )
}

interface ShortChangeListProps extends ChangesProps {
  readonly goTo: (path: string) => void
}

const shortShownMax = 12

/** Shows the changes in short form. Each name links to its field. */
export function ShortChangeList({ changes, names, goTo }: ShortChangeListProps) {
  return (
    <>
      <ul className="short-changes">
        {changes.slice(0, shortShownMax).map(change => (
          <li key={change.path}>
            <Anchor
              component="button"
              type="button"
              underline="hover"
              c="inherit"
              size="sm"
              onClick={() => goTo(change.path)}
            >
              <VisuallyHidden>Go to </VisuallyHidden>
              {names.placeOf(change.path)}
            </Anchor>
            <span className="short-change">
              <ShortChange change={change} names={names} />
            </span>
          </li>
        ))}
      </ul>
      <More count={changes.length - shortShownMax} />
    </>
  )
}

function More({ count }: { readonly count: number }) {
  if (count <= 0) return null
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {`And ${count.toLocaleString('en')} more.`}
    </Text>
  )
}
