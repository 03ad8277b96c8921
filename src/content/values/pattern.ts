// Patterns that texts of a field must match. They are RE2's, which has neither look-around nor back-references, so the
// time that a match takes grows with the text and not with what the pattern could be tried for.
import { RE2JS } from 're2js'
import { patternLengthMax, patternReadMax } from './model.ts'
import { cutAt } from './query-text.ts'

/** A counted repetition is so many copies: `(.{0,1000}){10}` would be ten thousand steps for each character. */
const stepsPerCharacterMax = 600
const cachedMax = 1000

export interface Pattern {
  /** How much work a character is, at most. */
  readonly stepsPerCharacter: number
  /** Whether the whole text matches, as far as patterns look at it. */
  readonly matches: (text: string) => boolean
}

/** Compiling takes longer than most matches. */
const compiled = new Map<string, Pattern | { readonly error: string }>()

/** The error continues a sentence that begins with the name of the pattern. */
export function compilePattern(source: string): Pattern | { readonly error: string } {
  const known = compiled.get(source)
  if (known !== undefined) return known
  const pattern = compile(source)
  if (compiled.size >= cachedMax) compiled.delete(compiled.keys().next().value!)
  compiled.set(source, pattern)
  return pattern
}

function compile(source: string): Pattern | { readonly error: string } {
  if (source === '' || cutAt(source, patternLengthMax) !== source) {
    return { error: `must have 1 to ${patternLengthMax} characters` }
  }
  try {
    const expression = RE2JS.compile(source)
    const stepsPerCharacter = expression.programSize()
    if (stepsPerCharacter > stepsPerCharacterMax) {
      return { error: 'repeats too much: use "min" and "max" for the length of a text' }
    }
    return { stepsPerCharacter, matches: text => expression.matches(cutAt(text, patternReadMax)) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'unknown'
    return { error: `must be a regular expression in the syntax of RE2: ${reason}` }
  }
}
