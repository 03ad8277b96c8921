// Values as the oracle of queried lists compares them, in the simplest way.
import { fold } from '../../../src/content/values/query-text.ts'
import type { Condition, Json, Scalar, Values } from './oracle-types.ts'

export function toScalar(type: string, value: Json): Scalar[] {
  if (type === 'date' || type === 'dateTime') {
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
    return Number.isNaN(time) ? [] : [time]
  }
  const wanted = type === 'text' ? 'string' : type === 'boolean' ? 'boolean' : 'number'
  return typeof value === wanted ? [value as Scalar] : []
}

/** Lists are gone into only if the path has many values. */
export function dig(value: Json, keys: readonly string[], many: boolean): Json[] {
  if (Array.isArray(value)) return many ? value.flatMap((one: Json) => dig(one, keys, many)) : []
  const [key, ...rest] = keys
  if (key === undefined) return [value]
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return []
  return dig((value as Values)[key]!, rest, many)
}

export function matches(type: string, value: Scalar, { operator, value: sent }: Condition): boolean {
  if (operator === 'in') return (sent as readonly string[]).some(one => equals(type, value, one))
  const text = sent as string
  if (operator === 'eq') return equals(type, value, text)
  if (operator === 'eqi') return fold(value as string) === fold(text)
  if (operator === 'prefix')
    return type === 'text' ? fold(value as string).startsWith(fold(text)) : (value as string).startsWith(text)
  const isTime = type === 'date' || type === 'dateTime'
  const [from, to] = isTime ? timesOf(text) : [parse(type, text), parse(type, text)]
  const isPart = isTime && from !== to
  switch (operator) {
    case 'lt':
      return compareScalars(value, from) < 0
    case 'gte':
      return compareScalars(value, from) >= 0
    case 'lte':
      return isPart ? Number(value) < Number(to) : compareScalars(value, to) <= 0
    case 'gt':
      return isPart ? Number(value) >= Number(to) : compareScalars(value, to) > 0
    default:
      throw new Error(`The oracle has no operator ${operator}.`)
  }
}

function equals(type: string, value: Scalar, text: string): boolean {
  if (type === 'date' || type === 'dateTime') {
    const [from, to] = timesOf(text)
    return from === to ? value === from : Number(value) >= from && Number(value) < to
  }
  if (type === 'text') return (value as string).normalize('NFC') === text.normalize('NFC')
  const sent = parse(type, text)
  return sent === 0 ? value === 0 : value === sent
}

function parse(type: string, text: string): Scalar {
  if (type === 'boolean') return text === 'true'
  return type === 'integer' || type === 'number' ? Number(text) : text
}

/** A part of a date is the time that it covers, its end not included; a whole time is both. */
function timesOf(text: string): [number, number] {
  const parts = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text)
  if (parts === null) return [Date.parse(text), Date.parse(text)]
  const [year, month, day] = parts.slice(1).map(part => (part === undefined ? null : Number(part)))
  const at = (y: number, m: number, d: number) => new Date(0).setUTCFullYear(y, m, d)
  if (month === null) return [at(year!, 0, 1), at(year! + 1, 0, 1)]
  if (day === null) return [at(year!, month! - 1, 1), at(year!, month!, 1)]
  return [at(year!, month! - 1, day!), at(year!, month! - 1, day! + 1)]
}

/** Strings by code point. */
export function compareScalars(a: Scalar, b: Scalar): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b)
  const [left, right] = [[...a], [...b]]
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = left[index]!.codePointAt(0)! - right[index]!.codePointAt(0)!
    if (order !== 0) return order
  }
  return left.length - right.length
}
