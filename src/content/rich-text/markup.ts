// Detects text that was written as HTML or Markdown. Converted to a paragraph, its tags and marks would show up as
// words. Characters of ordinary text do not count: a single footnote asterisk, a dialogue dash, names with underscores.

const tagNames =
  'p|br|hr|img|div|span|h[1-6]|ul|ol|li|dl|dt|dd|table|tr|td|th|a|b|i|em|strong|u|s|code|pre|blockquote|figure|iframe|video|audio'
const html = [
  /<\/[a-z][a-z0-9-]*\s*>/i,
  new RegExp(`<(?:${tagNames})(?:\\s[^<>]*)?/?>`, 'i'),
  /<!--/,
  /&(?:amp|lt|gt|quot|apos|nbsp|#[0-9]{1,7}|#x[0-9a-f]{1,6});/i,
]

/** Matches words between two of the same signs, which touch these words and no others. */
function between(sign: string): RegExp {
  const character = sign.slice(-1)
  const neighbour = `[\\p{L}\\p{N}${character}\\\\]`
  return new RegExp(
    `(?<!${neighbour})${sign}(?=[\\p{L}\\p{N}])[^\\n${character}]{0,1000}(?<=\\S)${sign}(?!${neighbour})`,
    'u',
  )
}

const markdown = [
  /^ {0,3}#{1,6} +\S/m,
  /^ {0,3}(?:```|~~~)/m,
  /!?\[[^[\]\n]{0,1000}\]\([^()\s]{1,2000}(?: "[^"\n]{0,1000}")?\)/,
  /(?<![\p{N}*_])(?:\*\*|__)\S(?:[^\n*_]{0,1000}\S)?(?:\*\*|__)/u,
  ...['\\*', '_', '`', '~~'].map(between),
  /<(?:https?|ftp|mailto|tel):[^\s<>]{1,2000}>/i,
  /^ {0,3}> \S/m,
  // A single line may be a dialogue dash.
  /^ {0,3}([-*+]) +\S[^\n]*\n+ {0,3}\1 +\S/m,
  /^ {0,3}1[.)] +\S[^\n]*\n+ {0,3}2[.)] +\S/m,
  /^ {0,3}[-*+] +\[[ x]\] +\S/im,
]

/** The number of characters that are searched, which bounds the time. Markup usually shows up early. */
const headLength = 200_000

export function holdsMarkup(text: string): boolean {
  const head = text.slice(0, headLength)
  return [...html, ...markdown].some(pattern => pattern.test(head)) || isUnderlined(head)
}

/** Checks whether a line is marked as a heading or a table head by the line below it. */
function isUnderlined(text: string): boolean {
  const lines = text.split('\n').map(line => line.trim())
  return lines.some((line, index) => {
    const above = lines[index - 1] ?? ''
    // Two dashes start an email signature.
    if (/^(?:={3,}|-{3,})$/.test(line)) return /[\p{L}\p{N}]/u.test(above)
    return line.includes('|') && line.includes('-') && isTableHead(cellsOf(above), cellsOf(line))
  })
}

function isTableHead(above: readonly string[], below: readonly string[]): boolean {
  return above.length === below.length && below.every(cell => /^:?-+:?$/.test(cell))
}

function cellsOf(row: string): string[] {
  const inner = row.replace(/^\|/, '').replace(/\|$/, '')
  return inner.split('|').map(cell => cell.trim())
}
