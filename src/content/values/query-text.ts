// Text as queries compare and search it: folding and words. None of this is left to the database, so that all engines
// give the same results.

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
/** Accents, Hebrew points, Arabic marks, and the Arabic letter that only lengthens words. */
const dropped = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]+/g
const replaced = /[ßæœøđðþłıς]/g

/** Removes differences that readers ignore: case, accents, points, compatibility forms. Lone surrogates become U+FFFD. */
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

/** Returns the beginning of the text, with at most this many code points. */
export function cutAt(text: string, codePoints: number): string {
  if (text.length <= codePoints) return text
  let end = 0
  for (let left = codePoints; left > 0 && end < text.length; left--) {
    end += text.codePointAt(end)! > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}

/** A text of this length is folded in less than a millisecond. */
const pieceLength = 8192
/** The characters that neither join with those before them nor change with them when a text is folded. */
const pieceStart = /[\x20-\x7e\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/gu

/** Returns the beginning of the fold, with at most this many code points, without folding the whole of a long text. */
export function foldBeginning(text: string, codePoints: number): string {
  let folded = ''
  for (let from = 0; from < text.length && cutAt(folded, codePoints) === folded; ) {
    pieceStart.lastIndex = from + pieceLength
    const to = text.length - from <= pieceLength ? text.length : (pieceStart.exec(text)?.index ?? text.length)
    folded += fold(text.slice(from, to))
    from = to
  }
  return cutAt(folded, codePoints)
}

const wordLengthMax = 64

const asciiWord = /[a-z0-9]+/g
const anyWord = /[\p{L}\p{M}\p{Nd}]+/gu
/** Scripts that are written without spaces. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]`
const hasUnspaced = new RegExp(unspaced, 'u')
/** Splits a word into runs with and without such scripts. Marks without a script belong to the run that contains them. */
const run = new RegExp(
  String.raw`(${unspaced}(?:${unspaced}|\p{Script=Inherited})*)|(?:(?!${unspaced}).)+`,
  'gu',
)

/** Calls `onWord` for each word in a folded text. */
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

/**
 * Hebrew punctuation among the code points of the Hebrew points, such as the hyphen maqaf. It separates words, but folding
 * drops it.
 */
const hebrewPunctuation = /[\u05be\u05c0\u05c3\u05c6]/g

/** Folds a text for splitting it into words. */
function foldWords(text: string): string {
  return fold(text.replace(hebrewPunctuation, ' '))
}

/** Calls `onToken` with the tokens by which an index finds the text. Tokens may repeat. */
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

/** Returns the distinct tokens of a text. */
export function wordsOf(text: string): string[] {
  const tokens = new Set<string>()
  eachToken(text, token => tokens.add(token))
  return [...tokens]
}

/** A word of a search. All its tokens must occur in the same field. */
interface SearchTokens {
  readonly tokens: readonly { readonly text: string; readonly isPrefix: boolean }[]
}

/** The minimum length, in code points, from which a word also finds words that begin with it. */
const prefixLengthMin = 3

/** Returns the distinct words of a search. Empty if the text has neither letters nor digits. */
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
