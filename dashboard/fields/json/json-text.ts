// Parses typed JSON. Text that JSON.parse rejects, or would read as another value, is kept as text. No React here.
import { isInexactInteger, isRounded, type JsonPath, toPointer, visitJson } from '../../../src/base/json.ts'

/** Marks text that is not a value yet. No stored value has this key, because the server refuses NUL. */
const unfinishedKey = '\u0000unfinished'

/** Returns the parsed value; the marked text if it is invalid or cannot be stored exactly; null for empty text. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return null
  return findTextError(text) === null ? JSON.parse(text) : { [unfinishedKey]: text }
}

/** Returns the marked text; null for any other value. */
export function toUnfinishedText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const text = (value as Readonly<Record<string, unknown>>)[unfinishedKey]
  return typeof text === 'string' ? text : null
}

export function toJsonText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return toUnfinishedText(value) ?? JSON.stringify(value, null, 2)
}

/** Returns why the value cannot be saved, as the end of a sentence that begins with the field's name; null if it can. */
export function findJsonError(value: unknown): string | null {
  const text = toUnfinishedText(value)
  return text === null ? null : findTextError(text)
}

function findTextError(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    const place = findMinusZero(value)
    if (place !== null) return describeNumber('-0', place)
    if (toUnfinishedText(value) !== null) return 'has a key with NUL (U+0000), which cannot be stored'
  } catch (error) {
    return `is not valid JSON yet: ${error instanceof Error ? error.message : String(error)}`
  }
  return findLoss(text)
}

/**
 * Finds repeated keys and inexact numbers, which JSON.parse loses silently. The server applies the same checks to
 * requests.
 */
function findLoss(text: string): string | null {
  const found: string[] = []
  visitJson(text, {
    onRepeatedKey: (key, pathOf) => {
      found.push(`has “${key}” twice${describePlace(pathOf().slice(0, -1))}: give it once`)
    },
    onLongNumber: (literal, pathOf) => {
      if (isRounded(literal) || isInexactInteger(literal)) found.push(describeNumber(literal, pathOf()))
    },
  })
  return found[0] ?? null
}

function describeNumber(literal: string, path: JsonPath): string {
  return `has ${literal}${describePlace(path)}, which cannot be kept exactly: write it as text`
}

function describePlace(path: JsonPath): string {
  return path.length === 0 ? '' : ` at ${toPointer(...path)}`
}

/**
 * Returns the path of a `-0`. It is the only number that a double holds exactly and JSON.stringify writes as another one.
 */
function findMinusZero(value: unknown): JsonPath | null {
  if (Object.is(value, -0)) return []
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inside] of Object.entries(value)) {
    const path = findMinusZero(inside)
    if (path !== null) return [key, ...path]
  }
  return null
}
