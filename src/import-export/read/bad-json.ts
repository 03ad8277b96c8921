// What is wrong with a file that should be one JSON value, for the person who has it.
import { findOpenAtEnd } from '../../base/json/json-text.ts'

/** The end of a sentence about the file. `error` is that of JSON.parse, which has no position here. */
export function describeBadJson(text: string, error: unknown): string {
  const reason = (error as Error).message.replace(/^JSON Parse error: /, '')
  // Outside of strings JSON has no slash, and a quotation mark in a comment ends none.
  if (reason === "Unrecognized token '/'") return 'has a comment, which JSON does not allow'
  const open = findOpenAtEnd(text)
  // Most likely a download that has stopped, or a full disk.
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
