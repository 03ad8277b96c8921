// Text as queries compare and search it: folding, words, and the text of a field. The same on every engine: nothing of
// this is left to the database.
import { textOfDocument } from './document-text.ts'
import { textOfMarkup } from './markup-text.ts'
import type { Json } from './model.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ascii = /^[\x00-\x7f]*$/

/** Letters that have no decomposition. */
export const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
}
/** Accents, the points of Hebrew, the marks of Arabic, and its letter that only makes words longer. */
const dropped = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]+/g
const replaced = /[ßæœøđðþłıς]/g

/** Removes what readers overlook: case, accents, points, compatibility forms. Lone surrogates become U+FFFD. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(dropped, '')
    .replace(replaced, letter => letters[letter]!)
    .normalize('NFC')
}

/** The beginning of the text, in code points. */
export function cutAt(text: string, codePoints: number): string {
  if (text.length <= codePoints) return text
  let end = 0
  for (let left = codePoints; left > 0 && end < text.length; left--) {
    end += text.codePointAt(end)! > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}

const wordLengthMax = 64

const asciiWord = /[a-z0-9]+/g
const anyWord = /[\p{L}\p{M}\p{Nd}]+/gu
/** Scripts that are written without spaces. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]`
const hasUnspaced = new RegExp(unspaced, 'u')
/** Splits a word into runs with and without such scripts; marks of no script belong to the run that they are in. */
const run = new RegExp(
  String.raw`(${unspaced}(?:${unspaced}|\p{Script=Inherited})*)|(?:(?!${unspaced}).)+`,
  'gu',
)

/** Calls back for each word in a folded text. */
function eachWord(folded: string, onWord: (text: string, isUnspaced: boolean) => void): void {
  if (ascii.test(folded)) {
    for (const word of folded.match(asciiWord) ?? []) onWord(word, false)
    return
  }
  for (const word of folded.match(anyWord) ?? []) {
    if (!hasUnspaced.test(word)) onWord(word, false)
    else for (const part of word.matchAll(run)) onWord(part[0], part[1] !== undefined)
  }
}

/** Hebrew punctuation that stands among the points, such as the hyphen maqaf. It parts words, and folding drops it. */
const hebrewPunctuation = /[\u05be\u05c0\u05c3\u05c6]/g

/** Folds a text of which the words are wanted. */
function foldWords(text: string): string {
  return fold(text.replace(hebrewPunctuation, ' '))
}

/** Calls back with the tokens by which an index finds the text; a token may come several times. */
export function eachToken(text: string, onToken: (token: string) => void): void {
  eachWord(foldWords(text), (word, isUnspaced) => {
    if (!isUnspaced) return onToken(word.length <= wordLengthMax ? word : cutAt(word, wordLengthMax))
    let previous = ''
    for (const character of word) {
      onToken(character)
      if (previous !== '') onToken(previous + character)
      previous = character
    }
  })
}

/** The same tokens, each once. */
export function wordsOf(text: string): string[] {
  const tokens = new Set<string>()
  eachToken(text, token => tokens.add(token))
  return [...tokens]
}

/** A word of a search: all its tokens have to occur in the same field. */
export interface SearchTokens {
  readonly tokens: readonly { readonly text: string; readonly isPrefix: boolean }[]
}

/** From this length on, in code points, a word also finds what begins with it. */
const prefixLengthMin = 3

/** The words of a search, each once; none if the text has no letter or digit. */
export function parseSearch(search: string): SearchTokens[] {
  const words = new Map<string, SearchTokens>()
  eachWord(foldWords(search), (whole, isUnspaced) => {
    const word = isUnspaced ? whole : cutAt(whole, wordLengthMax)
    if (!words.has(word)) words.set(word, { tokens: isUnspaced ? toPairs(word) : [toToken(word)] })
  })
  return [...words.values()]
}

function toToken(text: string) {
  return { text, isPrefix: cutAt(text, prefixLengthMin - 1).length < text.length }
}

function toPairs(word: string) {
  const characters = [...word]
  const pairs = characters.slice(1).map((character, index) => characters[index]! + character)
  return [...new Set(pairs.length === 0 ? characters : pairs)].map(text => ({ text, isPrefix: false }))
}

/** What is searched of one value of a `text` or `richText` field. */
export function searchableText(value: Json): string {
  return typeof value === 'string' ? textOfMarkup(value) : textOfDocument(value)
}
