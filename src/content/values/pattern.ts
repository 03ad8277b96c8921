// Compiles the patterns of fields. They use RE2, which has neither look-around nor back-references, so that the time of a
// match grows linearly with the text, whatever the pattern is.
import { RE2JS } from 're2js'
import { patternLengthMax, patternReadMax } from './model.ts'
import { cutAt } from './query-text.ts'

/**
 * The maximum number of steps per character. A counted repetition is expanded: `(.{0,1000}){10}` would take ten thousand
 * steps.
 */
const stepsPerCharacterMax = 600
const cachedMax = 1000

export interface Pattern {
  /** The maximum number of steps per character. */
  readonly stepsPerCharacter: number
  /** Checks whether the text matches completely. Only its first {@link patternReadMax} characters are read. */
  readonly matches: (text: string) => boolean
}

/** A cache, because compiling takes longer than most matches. */
const compiled = new Map<string, Pattern | { readonly error: string }>()

/** Compiles a pattern. An error continues a sentence that begins with the name of the pattern. */
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
