// Texts as the oracle of queried lists searches them, in the simplest way.
import type { Json } from './oracle-types.ts'

export interface Run {
  readonly text: string
  readonly isUnspaced: boolean
}

const isOfWord = /^[\p{L}\p{M}\p{Nd}]$/u
const isUnspacedScript =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]$/u
const isInherited = /^\p{Script=Inherited}$/u

export function runsOf(text: string): Run[] {
  const runs: { text: string; isUnspaced: boolean }[] = []
  let open = false
  for (const character of text) {
    const last = open ? runs.at(-1)! : null
    open = isOfWord.test(character)
    if (!open) continue
    const isUnspaced = isUnspacedScript.test(character)
    if (last !== null && (last.isUnspaced === isUnspaced || isInherited.test(character)))
      last.text += character
    else runs.push({ text: character, isUnspaced })
  }
  return runs
}

/** A single character is looked for itself. */
export function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => characters[index]! + character)
}

const inline = 'a b i em strong span code sub sup u s mark small'.split(' ')
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

/** Tags and references as the generated texts have them. */
export function plainText(value: Json): string {
  if (typeof value !== 'string') return documentText(value)
  if (!/<\/?[A-Za-z]/.test(value)) return value
  return value
    .replace(/<\/?([A-Za-z]+)[^>]*>/g, (_, name: string) => (inline.includes(name.toLowerCase()) ? '' : ' '))
    .replace(/&(\w+);/g, (whole, name: string) => named[name] ?? whole)
}

function documentText(value: Json): string {
  if (typeof value !== 'object' || value === null) return ''
  if (Array.isArray(value)) return value.map(documentText).join('\n')
  return Object.entries(value)
    .map(([key, inner]) =>
      typeof inner === 'string' && ['text', 'value'].includes(key) ? inner : documentText(inner),
    )
    .join('\n')
}
