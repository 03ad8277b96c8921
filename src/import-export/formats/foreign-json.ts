// Describes JSON that is in no import format, by its outermost keys or the first items of its list.
import type { Foreign } from '../read/foreign-names.ts'
import { otherProduct } from '../read/foreign-names.ts'
import { isObject, listOf, type ObjectValue, property } from '../read/unknown-json.ts'

const recordTypes: readonly unknown[] = ['collection', 'variant', 'asset', 'entry']

export function isOwnRecord(value: unknown): boolean {
  return isObject(value) && recordTypes.includes(property(value, 'type'))
}

const eachOnALine = (filter: string) =>
  `NDJSON has one object on each line, without commas or brackets around them, as \`jq -c '${filter}' FILE\` writes it`

/** `isOneLine` is true if the text has no line feed inside. */
export function describeJson(value: unknown, isOneLine: boolean): Foreign | null {
  if (Array.isArray(value)) return describeList(value)
  if (!isObject(value)) return otherProduct('a single JSON value')
  // The errors of its only line are more specific.
  if (isOwnRecord(value))
    return isOneLine ? null : { what: 'one record over several lines', advice: eachOnALine('.') }
  const product = productOf(value)
  if (product !== null) return product
  const lists = Object.entries(value).filter(([, list]) => Array.isArray(list))
  const own = lists.find(([, list]) => isOwnRecord(listOf(list)[0]))
  if (own)
    return { what: `an object whose list \`${own[0]}\` has the records`, advice: eachOnALine(`.${own[0]}[]`) }
  const keys = Object.keys(value).slice(0, 3)
  const named = keys.length === 0 ? 'without keys' : `with the keys ${keys.join(', ').slice(0, 100)}`
  return otherProduct(`one JSON object ${named}`)
}

function describeList(list: readonly unknown[]): Foreign {
  const [first] = list
  if (list.length === 0) return { what: 'an empty JSON array', advice: 'export the content again' }
  if (isOwnRecord(first)) return { what: 'a JSON array of records', advice: eachOnALine('.[]') }
  if (isSanityDocument(first)) return otherProduct('a JSON array of Sanity documents')
  if (property(first, 'guid', 'rendered') !== undefined) return otherProduct("a response of WordPress's API")
  if (isObject(first) && ['collection', 'meta', 'schema'].every(key => Object.hasOwn(first, key)))
    return otherProduct('the collections of a Directus template')
  if (isContentfulItem(first)) {
    const advice = 'import the whole file that `contentful space export` writes'
    return { what: 'a JSON array of Contentful entries', advice }
  }
  return otherProduct('a JSON array')
}

function productOf(value: ObjectValue): Foreign | null {
  const posts = property(value, 'data', 'posts') ?? property(listOf(value.db)[0], 'data', 'posts')
  if (Array.isArray(posts)) return otherProduct('a Ghost export')
  if (Array.isArray(value.contentTypes))
    return { what: 'a Contentful export', advice: 'leave out --format, or name contentful' }
  if (property(value, 'sys', 'type') === 'Array' && Array.isArray(value.items)) {
    const advice = 'import the file that `contentful space export` writes'
    return { what: "a response of Contentful's delivery API", advice }
  }
  if (Array.isArray(value.entries) && (isContentfulItem(value.entries[0]) || value.locales !== undefined)) {
    const advice = 'export again without --skip-content-model, which leaves out `contentTypes`'
    return { what: 'a Contentful export without its content types', advice }
  }
  if (Array.isArray(value.list) && typeof value.count === 'number' && typeof value.pagesCount === 'number') {
    const advice = '`frontlist export` writes what can be imported'
    return { what: "a response of Frontlist's API", advice }
  }
  if (isSanityDocument(value)) return otherProduct('a Sanity document')
  if (Array.isArray(value.result) && isSanityDocument(value.result[0]))
    return otherProduct("a response of Sanity's API")
  if (value.directus !== undefined || (Array.isArray(value.collections) && Array.isArray(value.relations)))
    return otherProduct('a Directus schema')
  const [item] = listOf(value.data)
  if (property(value, 'meta', 'pagination') !== undefined || property(item, 'documentId') !== undefined)
    return otherProduct("a response of Strapi's API")
  return null
}

export function isSanityDocument(value: unknown): boolean {
  return isObject(value) && typeof value._id === 'string' && typeof value._type === 'string'
}

function isContentfulItem(value: unknown): boolean {
  return property(value, 'sys', 'id') !== undefined && property(value, 'fields') !== undefined
}
