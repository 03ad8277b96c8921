// Makes file names safe for URLs, headers and disks. The type of a file depends only on its bytes: see file-type.ts.

export const filenameBytesMax = 200

/** The limit of an extension. A longer one counts as part of the name, and is cut with it. */
const endingBytesMax = 32

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const forbidden = /[\u0000-\u001f\u007f-\u009f":*?<>|]/g

/** Scripts in which a joiner or a non-joiner between two letters changes the word. */
const joiningScripts = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Tibetan', 'Myanmar', 'Khmer'],
]
const joiningLetter = `(?!\\p{Default_Ignorable_Code_Point})[${joiningScripts.map(script => `\\p{Script=${script}}`).join('')}]`

/** A flag that is written with tags, a keycap digit, or a pictograph with its skin tone or style. */
const pictograph = [
  '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,6}\\u{e007f}',
  '[0-9#]\\ufe0f\\u20e3',
  '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])?',
].join('|')

/**
 * Matches invisible characters: direction marks, which change the displayed order of a name, zero-width characters,
 * fillers, tags and line separators. Some are part of the writing: in pictographs of several parts, between letters of
 * joining scripts, and the variants of Mongolian letters and of ideographs. Those are captured first, and kept.
 */
const invisible = new RegExp(
  [
    `((?:${pictograph})(?:\\u200d(?:${pictograph}))*)`,
    `((?<=${joiningLetter})[\\u200c\\u200d](?=${joiningLetter}))`,
    '((?<=[\\u1820-\\u18aa])[\\u180b-\\u180d\\u180f])',
    '((?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}])',
    '[\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb]',
  ].join('|'),
  'gu',
)

function withoutInvisible(name: string): string {
  return name.replace(invisible, (_, ...groups: (string | undefined)[]) => groups.slice(0, 4).join(''))
}

/** Returns the last segment of the name that was sent, without characters that mislead readers, shells and headers. */
export function toFilename(sent: string): string {
  const segment = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  // Normalized again afterwards, because characters that a removed one separated may now combine.
  const allowed = withoutInvisible(segment.toWellFormed().normalize('NFC').replace(forbidden, ''))
  // The cut may end in the middle of a sequence.
  const name = withoutInvisible(
    cut(
      allowed
        .normalize('NFC')
        .replace(/^[.\s]+/, '')
        .trimEnd(),
    ),
  ).trimEnd()
  return name === '' ? 'file' : name
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= filenameBytesMax) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= endingBytesMax ? name.slice(dot) : ''
  const stem = name.slice(0, name.length - ending.length)
  return `${firstBytes(stem, filenameBytesMax - Buffer.byteLength(ending))}${ending}`.trimEnd()
}

/** Returns as many whole characters as fit. */
function firstBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text)
  let end = Math.min(bytesMax, bytes.length)
  // A byte 10xxxxxx continues a character.
  while (end < bytes.length && end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
