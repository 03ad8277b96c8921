// Extracts the text of a string that may be HTML, as readers see it. A string without tags is returned unchanged.

/** Tags that may occur within words. All others separate words. */
export const inlineTags: ReadonlySet<string> = new Set(
  'a b i em strong span code sub sup u s mark small'.split(' '),
)

const tagStart = /^\/?([A-Za-z][A-Za-z0-9:-]*)|^[!?/]/

/** Takes linear time for any text. */
export function textOfMarkup(text: string): string {
  let outside = ''
  let from = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const tag = tagStart.exec(text.slice(at + 1, at + 1 + tagNameMax))
    if (tag === null) continue
    const end = text.indexOf('>', at)
    if (end < 0) break
    outside += text.slice(from, at)
    if (!inlineTags.has(tag[1]?.toLowerCase() ?? '')) outside += ' '
    from = end + 1
    at = end
  }
  return from === 0 ? text : decodeReferences(outside + text.slice(from))
}

const tagNameMax = 64
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }
const reference = /&(?:(amp|lt|gt|quot|nbsp)|#([0-9]{1,8})|#[xX]([0-9a-fA-F]{1,8}));/g

function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (_, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return named[name]!
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}
