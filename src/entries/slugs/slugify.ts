// Makes slugs from text, for entries that are created without one. Letters of every script are kept. Latin letters lose
// their accents, because people omit these when they type an address.
import { cutAt, letters } from '../../content/values/query-text.ts'

const lengthMax = 100
/** Only this much of a longer text is read. */
const readMax = 10_000

const latinWithMarks = /\p{Script=Latin}\p{M}+/gu
const accents = /[\u0300-\u036f]+/g
/** A final sigma is kept, because words are written with it. */
const lettersToReplace = new RegExp(`[${Object.keys(letters).join('').replace('ς', '')}]`, 'g')
/** Matches text that becomes a hyphen, including the combining marks on it. */
const separator = /^[^\p{L}\p{N}]+|(?:[^\p{L}\p{M}\p{N}]\p{M}*)+/gu

/** Returns null if the text contains neither letters nor digits. */
export function makeSlug(text: string): string | null {
  const slug = cutAt(text, readMax)
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(latinWithMarks, letter => letter.replace(accents, ''))
    .replace(lettersToReplace, letter => letters[letter]!)
    .normalize('NFC')
    .replace(separator, '-')
    .replace(/^-/, '')
  const cut = cutAt(slug, lengthMax).replace(/-$/, '')
  return cut === '' ? null : cut
}
