// The first words in which two texts differ, for lists of changes. No React here.
import type { DiffLine, Piece } from './text-diff.ts'

/** Characters that are shown before the first change, of one piece, and of all from the first change on. */
const leadMax = 24
const pieceMax = 80
const excerptMax = 160

/** The first line that differs, from shortly before its first change on. Empty if no words differ. */
export function toExcerpt(lines: readonly DiffLine[]): readonly Piece[] {
  const at = lines.findIndex(({ kind }) => kind !== 'same')
  const line = lines[at]
  if (!line) return []
  const first = line.pieces.findIndex(({ kind }) => kind !== 'same')
  const lead = line.pieces
    .slice(0, first)
    .map(({ text }) => text)
    .join('')
  // Of a word that is cut, nothing is left.
  const start = lead.length > leadMax ? `…${lead.slice(-leadMax).replace(/^\S*\s/, '')}` : lead
  const pieces: Piece[] = start === '' ? [] : [toSame(start)]
  let left = excerptMax
  for (const piece of [...line.pieces.slice(first), ...replacementOf(line, lines[at + 1])]) {
    if (left <= 0) break
    const length = Math.min(left, pieceMax)
    pieces.push(piece.text.length > length ? { ...piece, text: `${piece.text.slice(0, length)}…` } : piece)
    left -= Math.min(piece.text.length, length)
  }
  return pieces
}

/** A line that has nothing in common with the one that took its place stands before it. */
function replacementOf(line: DiffLine, next: DiffLine | undefined): readonly Piece[] {
  if (line.kind !== 'removed' || next?.kind !== 'added') return []
  return [toSame(' '), ...next.pieces]
}

function toSame(text: string): Piece {
  return { kind: 'same', text, format: '' }
}
