// Explains to a user why a file is not valid JSON.
import { findOpenAtEnd } from '../../base/json.ts'

/** Returns the end of a sentence about the file. `error` is that of JSON.parse, which has no position in this runtime. */
export function describeBadJson(text: string, error: unknown): string {
  const reason = (error as Error).message.replace(/^JSON Parse error: /, '')
  // JSON has no slash outside of strings. The check comes first, because a quotation mark in a comment does not open a
  // string.
  if (reason === "Unrecognized token '/'") return 'has a comment, which JSON does not allow'
  const open = findOpenAtEnd(text)
  // The most likely causes are an interrupted download and a full disk.
  if (open !== null) return `ends early, inside ${article[open]} at ${placeOfEnd(text)} (${reason})`
  return `is not JSON (${reason})`
}

const article = { text: 'a text', list: 'a list', object: 'an object' } as const

function placeOfEnd(text: string): string {
  const end = text.trimEnd()
  let lines = 1
  for (let at = end.indexOf('\n'); at >= 0; at = end.indexOf('\n', at + 1)) lines++
  return `line ${lines}, column ${end.length - end.lastIndexOf('\n') - 1}`
}
