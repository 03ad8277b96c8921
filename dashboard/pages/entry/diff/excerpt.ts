// Extracts the first difference of two texts, for lists of changes. No React here.
import type { DiffLine, Piece } from './text-diff.ts'

/** The maximum numbers of characters: before the first change, of one piece, and in total from the first change on. */
const leadMax = 24
const pieceMax = 80
const excerptMax = 160

/** Returns the first line that differs, starting shortly before its first change. Empty if the texts do not differ. */
export function toExcerpt(lines: readonly DiffLine[]): readonly Piece[] {
  const at = lines.findIndex(({ kind }) => kind !== 'same')
  const line = lines[at]
  if (!line) return []
  const first = line.pieces.findIndex(({ kind }) => kind !== 'same')
  const lead = line.pieces
    .slice(0, first)
    .map(({ text }) => text)
    .join('')
  // A word that the cut would split is omitted.
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

/** Returns the pieces of the added line that replaces a removed line without common words; empty otherwise. */
function replacementOf(line: DiffLine, next: DiffLine | undefined): readonly Piece[] {
  if (line.kind !== 'removed' || next?.kind !== 'added') return []
  return [toSame(' '), ...next.pieces]
}

function toSame(text: string): Piece {
  return { kind: 'same', text, format: '' }
}
