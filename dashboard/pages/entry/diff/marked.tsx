// Marks removed and added text by more than colour, and also for screen readers.
import { Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DiffLine, Kind, Piece } from './text-diff.ts'

export function Removed({ children }: { readonly children: ReactNode }) {
  return (
    <del className="removed">
      <VisuallyHidden>[removed: </VisuallyHidden>
      {children}
      <VisuallyHidden>]</VisuallyHidden>
    </del>
  )
}

export function Added({ children }: { readonly children: ReactNode }) {
  return (
    <ins className="added">
      <VisuallyHidden>[added: </VisuallyHidden>
      {children}
      <VisuallyHidden>]</VisuallyHidden>
    </ins>
  )
}

/** Marks a piece by its kind. */
export function Marked({ kind, children }: { readonly kind: Kind; readonly children: ReactNode }) {
  if (kind === 'removed') return <Removed>{children}</Removed>
  return kind === 'added' ? <Added>{children}</Added> : <span>{children}</span>
}

export function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by their index and never move
    <Marked key={index} kind={piece.kind}>
      <Formatted piece={piece} />
    </Marked>
  ))
}

/** Renders bold and italic; other formatting is named in the title attribute. */
function Formatted({ piece: { text, format } }: { readonly piece: Piece }) {
  if (format === '') return text
  const marks = format.split(', ')
  const inner = marks.includes('italic') ? <em>{text}</em> : text
  const outer = marks.includes('bold') ? <strong>{inner}</strong> : inner
  const others = marks.filter(mark => mark !== 'bold' && mark !== 'italic')
  return others.length === 0 ? (
    outer
  ) : (
    <span className="formatted" title={others.join(', ')}>
      {outer}
    </span>
  )
}

const linesShown = 200

/** Shows the changed lines with one unchanged line on each side. */
export function TextDiff({ lines }: { readonly lines: readonly DiffLine[] }) {
  const groups = groupLines(lines)
  const shown = groups.slice(0, linesShown)
  return (
    <div className="text-diff">
      {shown.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their index and never move
        <div key={index}>
          {typeof group === 'number' ? (
            <Text size="xs" c="dimmed">
              {group === 1 ? '1 paragraph unchanged' : `${group.toLocaleString('en')} paragraphs unchanged`}
            </Text>
          ) : (
            <DiffLineText line={group} />
          )}
        </div>
      ))}
      {groups.length > linesShown ? (
        <Text size="xs" c="dimmed">{`Only the first ${linesShown} lines are shown.`}</Text>
      ) : null}
    </div>
  )
}

function DiffLineText({ line: { label, pieces } }: { readonly line: DiffLine }) {
  return (
    <>
      {label === '' ? null : (
        <Text span size="xs" c="dimmed">
          {label}:{' '}
        </Text>
      )}
      <Pieces pieces={pieces} />
    </>
  )
}

/** Groups unchanged lines. A number is the count of hidden lines. */
function groupLines(lines: readonly DiffLine[]): readonly (DiffLine | number)[] {
  const groups: (DiffLine | number)[] = []
  for (const [index, line] of lines.entries()) {
    const isNear = [index - 1, index, index + 1].some(at => lines[at] && lines[at].kind !== 'same')
    const last = groups.at(-1)
    if (isNear) groups.push(line)
    else if (typeof last === 'number') groups[groups.length - 1] = last + 1
    else groups.push(1)
  }
  return groups
}
