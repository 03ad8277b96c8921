// Finds unsafe addresses in a record: of assets, of links in rich text, and in texts of the format `url`. An import
// keeps them and reports them. It also reports addresses without a scheme, except in texts of that format, whose drafts
// show a problem to editors instead.
import { isJsonObject } from '../../content/values/json-object.ts'
import { eachDocumentAddress, isDocument } from '../../content/values/linked-assets.ts'
import type { Field, Json, Values } from '../../content/values/model.ts'
import { type AddressUse, addressError, lacksScheme } from '../../content/values/safe-address.ts'
import type { EntryRecord } from '../read/records.ts'

type OnAddress = (address: string, use: AddressUse, place: string) => void

/** Returns the addresses by field. The same place in the draft and the live values counts once. */
export function findUnsafeAddresses(
  fields: readonly Field[],
  { data = {}, liveData = {}, variants = {}, liveVariants = {} }: EntryRecord,
): ReadonlyMap<string, readonly string[]> {
  const named = fields.filter(mayHoldAddresses)
  const found = new Map<string, Map<string, string>>()
  const search = (values: Values, layer: string) => {
    for (const field of named) {
      if (!Object.hasOwn(values, field.apiName)) continue
      eachAddress(field, values[field.apiName]!, '', (address, use, place) => {
        const isUnsafe = addressError(address, use)?.kind === 'unsafe'
        if (!isUnsafe && (field.type === 'text' || !lacksScheme(address, use))) return
        const ofField = found.get(field.apiName) ?? new Map<string, string>()
        found.set(field.apiName, ofField.set(JSON.stringify([layer, place, address]), address))
      })
    }
  }
  for (const values of [data, liveData]) search(values, '')
  for (const overlays of [variants, liveVariants])
    for (const [id, values] of Object.entries(overlays)) search(values, id)
  return new Map([...found].map(([field, addresses]) => [field, [...addresses.values()]]))
}

function mayHoldAddresses({ type, format }: Field): boolean {
  return type === 'asset' || type === 'richText' || (type === 'text' && format === 'url')
}

function eachAddress(field: Field, value: Json, place: string, onAddress: OnAddress): void {
  if (field.many && Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries())
      eachAddress({ ...field, many: false }, item, `${place}/${index}`, onAddress)
  } else if (field.type === 'text') {
    if (typeof value === 'string') onAddress(value, 'link', place)
  } else if (field.type === 'asset') addressOf(value, 'url', 'asset', place, onAddress)
  else if (field.format === 'portableText') eachInBlocks(value, place, onAddress)
  else if (isDocument(value)) eachDocumentAddress(value, place, onAddress)
  else eachInJson(value, place, onAddress)
}

function eachInBlocks(blocks: Json, place: string, onAddress: OnAddress): void {
  for (const [index, block] of listOf(blocks).entries()) {
    if (!isJsonObject(block)) continue
    const at = `${place}/${index}`
    addressOf(block.asset ?? null, 'url', 'asset', `${at}/asset`, onAddress)
    for (const [number, definition] of listOf(block.markDefs ?? null).entries())
      addressOf(definition, 'href', 'link', `${at}/markDefs/${number}`, onAddress)
  }
}

/** The keys under which rich text editors store addresses. */
const addressKeys: ReadonlySet<string> = new Set(['href', 'url', 'src', 'uri'])
/** Matches addresses in HTML and Markdown. */
const addressInText = /\b(?:href|src) ?= ?["']?([^"'\s>]+)|\]\(<?([^)\s>]+)/gi

/** Searches rich text of any editor's JSON, and strings of HTML or Markdown. */
function eachInJson(value: Json, place: string, onAddress: OnAddress): void {
  if (typeof value === 'string') {
    for (const match of value.matchAll(addressInText))
      onAddress(match[1] ?? match[2] ?? '', 'link', `${place}/${match.index}`)
  } else if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries())
      eachInJson(item, `${place}/${index}`, onAddress)
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'string' && addressKeys.has(key)) onAddress(item, 'link', `${place}/${key}`)
      else if (typeof item !== 'string') eachInJson(item, `${place}/${key}`, onAddress)
    }
  }
}

function addressOf(holder: Json, key: string, use: AddressUse, place: string, onAddress: OnAddress): void {
  const address = isJsonObject(holder) ? holder[key] : undefined
  if (typeof address === 'string') onAddress(address, use, place)
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : []
}
