// Compares two texts line by line, and changed lines word by word, with bounded cost; lists by their items. No React
// here.
import type { Line, Word } from '../../../fields/text-lines.ts'

export type Kind = 'same' | 'removed' | 'added'

export interface Piece extends Word {
  readonly kind: Kind
}

/** A `changed` line exists in both texts and has pieces of several kinds. */
export interface DiffLine {
  readonly kind: Kind | 'changed'
  readonly label: string
  readonly pieces: readonly Piece[]
}

interface Step<Item> {
  readonly kind: Kind
  readonly item: Item
}

/** The maximum number of table cells for all comparisons of one pair of texts, which takes about 20 ms. */
const cellsMax = 2_000_000

interface Budget {
  cells: number
}

const toKey = ({ text, format }: Word) => `${format}\u0000${text}`
const toLineKey = ({ label, words }: Line) => [label, ...words.map(toKey)].join('\u0001')

/** Compares two texts line by line, and changed lines word by word, with bounded cost. */
export function diffLines(before: readonly Line[], after: readonly Line[]): readonly DiffLine[] {
  const budget = { cells: cellsMax }
  const lines: DiffLine[] = []
  let removed: Line[] = []
  let added: Line[] = []
  const flush = () => {
    const pairs = Math.min(removed.length, added.length)
    for (let index = 0; index < pairs; index++) {
      lines.push(...diffPair(removed[index]!, added[index]!, budget))
    }
    lines.push(...removed.slice(pairs).map(line => toWhole('removed', line)))
    lines.push(...added.slice(pairs).map(line => toWhole('added', line)))
    removed = []
    added = []
  }
  for (const { kind, item } of diffLists(before, after, toLineKey, budget)) {
    if (kind === 'removed') removed.push(item)
    else if (kind === 'added') added.push(item)
    else {
      flush()
      lines.push(toWhole('same', item))
    }
  }
  flush()
  return lines
}

/**
 * Compares two lines word by word. Lines without a common word are shown as one removed and one added line, which is
 * easier to read.
 */
function diffPair(before: Line, after: Line, budget: Budget): readonly DiffLine[] {
  const steps = diffLists(before.words, after.words, toKey, budget)
  const hasCommon = steps.some(({ kind, item }) => kind === 'same' && /[\p{L}\p{N}]/u.test(item.text))
  if (!hasCommon) return [toWhole('removed', before), toWhole('added', after)]
  const label =
    before.label === after.label ? after.label : `${before.label || 'Text'} → ${after.label || 'Text'}`
  return [{ kind: 'changed', label, pieces: joinPieces(gatherChanges(steps)) }]
}

/**
 * Merges consecutive changed words into one change, with removed words before added ones. Whitespace between them does not
 * count as unchanged.
 */
function gatherChanges(steps: readonly Step<Word>[]): readonly Piece[] {
  const pieces: Piece[] = []
  let run: Piece[] = []
  const flush = () => {
    const of = (kind: Kind) => run.filter(piece => piece.kind === kind)
    pieces.push(...of('removed'), ...of('added'))
    run = []
  }
  for (const [index, { kind, item }] of steps.entries()) {
    const isBetween = run.length > 0 && (steps[index + 1]?.kind ?? 'same') !== 'same'
    if (kind !== 'same') run.push({ kind, ...item })
    else if (isBetween && item.text.trim() === '') {
      run.push({ kind: 'removed', ...item }, { kind: 'added', ...item })
    } else {
      flush()
      pieces.push({ kind, ...item })
    }
  }
  flush()
  return pieces
}

function toWhole(kind: Kind, { label, words }: Line): DiffLine {
  return { kind, label, pieces: joinPieces(words.map(word => ({ kind, ...word }))) }
}

/** Joins neighbouring pieces of the same kind and format. */
function joinPieces(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last && last.kind === piece.kind && last.format === piece.format) {
      joined[joined.length - 1] = { ...last, text: last.text + piece.text }
    } else joined.push(piece)
  }
  return joined
}

/**
 * Returns the steps that turn one list into the other. Beyond the budget, everything between the common start and end
 * counts as replaced.
 */
export function diffLists<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
  budget: Budget = { cells: cellsMax },
): readonly Step<Item>[] {
  const [a, b] = [before.map(keyOf), after.map(keyOf)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [rows, columns] = [a.length - start - end, b.length - start - end]
  const same = (items: readonly Item[]) => items.map((item): Step<Item> => ({ kind: 'same', item }))
  const cells = (rows + 1) * (columns + 1)
  const isAffordable = cells <= budget.cells
  if (isAffordable) budget.cells -= cells
  const lengths = isAffordable ? commonLengths(a, b, start, rows, columns) : null
  const middle: Step<Item>[] = []
  let [row, column] = [0, 0]
  while (row < rows || column < columns) {
    const at = (down: number, right: number) => lengths?.[(row + down) * (columns + 1) + column + right] ?? 0
    const canRemove = row < rows
    if (lengths && canRemove && column < columns && a[start + row] === b[start + column]) {
      middle.push({ kind: 'same', item: after[start + column]! })
      row++
      column++
    } else if (canRemove && (column === columns || lengths === null || at(1, 0) >= at(0, 1))) {
      middle.push({ kind: 'removed', item: before[start + row++]! })
    } else middle.push({ kind: 'added', item: after[start + column++]! })
  }
  return [...same(after.slice(0, start)), ...middle, ...same(after.slice(after.length - end))]
}

/** Returns the length of the longest common subsequence of the remainders, for each pair of positions. */
function commonLengths(
  a: readonly string[],
  b: readonly string[],
  start: number,
  rows: number,
  columns: number,
): Uint32Array {
  const width = columns + 1
  const lengths = new Uint32Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const here = row * width + column
      lengths[here] =
        a[start + row] === b[start + column]
          ? lengths[here + width + 1]! + 1
          : Math.max(lengths[here + width]!, lengths[here + 1]!)
    }
  }
  return lengths
}

/** Compares two lists: removed items, added items, and whether only the order differs. */
interface ListDiff {
  /** The removed and added items; empty if only the order differs. */
  readonly changed: readonly { readonly kind: Kind; readonly item: unknown }[]
  /** The number of items that kept their place. */
  readonly stayed: number
  readonly isReordered: boolean
}

/** A missing value is compared as an empty list. */
export function diffItems(before: unknown, after: unknown): ListDiff {
  const [old, now] = [toList(before), toList(after)]
  const steps = diffLists(old, now, toItemKey)
  const changed = steps.filter(({ kind }) => kind !== 'same')
  const isReordered = changed.length > 0 && sortedKeys(old) === sortedKeys(now)
  return { changed: isReordered ? [] : changed, stayed: steps.length - changed.length, isReordered }
}

const toItemKey = (item: unknown) => JSON.stringify(item)
const sortedKeys = (items: readonly unknown[]) => JSON.stringify(items.map(toItemKey).sort())

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

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
