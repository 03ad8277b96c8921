// Reads rows of cells from plain text with tabs, the form in which spreadsheets copy cells.

/**
 * Returns null if the text is not at least two rows with the same number of cells. Lines that all begin with a tab are
 * indented text.
 */
export function readTabbedRows(text: string): readonly (readonly string[])[] | null {
  if (!text.includes('\t')) return null
  const rows: string[][] = [[]]
  // A cell with a line feed, a tab or a quotation mark is quoted.
  const cell = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)|[^\t\r\n]*/y
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at <= lines.length; ) {
    cell.lastIndex = at
    const [match, quoted] = cell.exec(lines)!
    rows.at(-1)!.push(quoted === undefined ? match : quoted.replaceAll('""', '"'))
    at += match.length
    if (lines[at] === '\n') rows.push([])
    at++
  }
  const columns = rows[0]!.length
  const isTable = rows.length > 1 && columns > 1 && rows.every(row => row.length === columns)
  return isTable && rows.some(([first]) => first !== '') ? rows : null
}
