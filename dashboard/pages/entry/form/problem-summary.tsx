// Lists the problems that prevent publication above the form. Each line links to its field.
import { Anchor, Text } from '@mantine/core'
import { useCallback, useSyncExternalStore } from 'react'
import { usePointerHeld } from '../../../parts/forms/pointer-hold.ts'
import { useEditor } from '../editor-context.ts'

interface ProblemSummaryProps {
  readonly names: (path: string) => string
  readonly onGoTo: (path: string) => void
}

const linesShown = 5

export function ProblemSummary({ names, onGoTo }: ProblemSummaryProps) {
  const { store } = useEditor()
  const problems = usePointerHeld(
    useSyncExternalStore(
      store.subscribe,
      useCallback(() => store.base.problems, [store]),
    ),
  )
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return null
  const rest = errors.length - linesShown
  return (
    <section className="form-summary" aria-label="Before this can be published">
      <Text size="sm" fw={550}>
        {errors.length === 1 ? '1 thing' : `${errors.length} things`} to correct before this can be published
      </Text>
      <ul>
        {errors.slice(0, linesShown).map(({ path, code, message }) => (
          <li key={`${path} ${code}`}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              className="form-summary-line"
              onClick={() => onGoTo(path)}
            >
              {names(path)} {message}
            </Anchor>
          </li>
        ))}
      </ul>
      {rest > 0 ? <Text size="sm">And {rest} more.</Text> : null}
    </section>
  )
}
