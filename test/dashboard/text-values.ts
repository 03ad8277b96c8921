// Rich text in a short form for journeys: a line for each part, and rows of cells for a table.
import type { Json } from '../../src/content/values/model.ts'

interface Definition {
  readonly _key: string
  readonly href?: string
  readonly entry?: { readonly id: string }
}

interface Part {
  readonly _type: string
  readonly style?: string
  readonly listItem?: string
  readonly level?: number
  readonly children?: readonly { readonly text: string; readonly marks?: readonly string[] }[]
  readonly markDefs?: readonly Definition[]
  readonly entry?: { readonly id: string }
  readonly header?: boolean
  readonly rows?: readonly { readonly cells: readonly { readonly content: readonly Part[] }[] }[]
}

/** For example `normal bullet 2: [Ebb](strong,/url)`, `entry: ebb`, and `table header: Day | Time / Monday | 5:12`. */
export function brief(value: Json): string[] {
  return (value as unknown as readonly Part[]).map(toLine)
}

function toLine(part: Part): string {
  const { _type, style, listItem, level, entry, header, rows } = part
  if (entry) return `${_type}: ${entry.id}`
  if (rows) {
    const lines = rows.map(({ cells }) => cells.map(({ content }) => content.map(toCellLine).join(' ')))
    return `table${header ? ' header' : ''}: ${lines.map(cells => cells.join(' | ')).join(' / ')}`
  }
  return `${_type === 'block' ? style : _type}${listItem ? ` ${listItem} ${level}` : ''}: ${toText(part)}`
}

function toCellLine(part: Part): string {
  return part.listItem ? `(${part.listItem}) ${toText(part)}` : toText(part)
}

function toText({ children = [], markDefs = [] }: Part): string {
  const nameOf = (mark: string) => {
    const definition = markDefs.find(({ _key }) => _key === mark)
    return definition?.href ?? definition?.entry?.id ?? mark
  }
  return children
    .map(({ text, marks = [] }) => (marks.length ? `[${text}](${marks.map(nameOf)})` : text))
    .join('')
}
