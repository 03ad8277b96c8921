// Text in lines of words with formatting, the form in which values are compared. No React here.

/** A word, whitespace or punctuation, with its formatting: `bold`, `link https://example.org/`. */
export interface Word {
  readonly text: string
  readonly format: string
}

export interface Line {
  /** The kind of line, such as `Heading 2`; empty for a plain paragraph. */
  readonly label: string
  readonly words: readonly Word[]
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export function toWords(text: string, format = ''): Word[] {
  return [...segmenter.segment(text)].map(({ segment }) => ({ text: segment, format }))
}

export function toLines(text: string): Line[] {
  return text === '' ? [] : text.split('\n').map(line => ({ label: '', words: toWords(line) }))
}
