// Slugs made of a text, for entries that are created without one. Letters of every script stay; Latin ones lose what
// people leave out when they type an address.
import { cutAt, letters } from '../../content/values/query-text.ts'

const lengthMax = 100
/** Of a longer text only the beginning is read. */
const readMax = 10_000

const latinWithMarks = /\p{Script=Latin}\p{M}+/gu
const accents = /[\u0300-\u036f]+/g
/** A final sigma stays: it is how the word is written. */
const lettersToReplace = new RegExp(`[${Object.keys(letters).join('').replace('ς', '')}]`, 'g')
/** With the marks on it: they belong to what is left out. */
const separator = /^[^\p{L}\p{N}]+|(?:[^\p{L}\p{M}\p{N}]\p{M}*)+/gu

/** Null if the text has no letter and no digit. */
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
