// The type `richText`: Portable Text, or without a format any JSON, such as documents of other editors, HTML and Markdown.
import { eachBlockAddress, eachFreeAddress } from '../rich-text/addresses.ts'
import { toPortableText } from '../rich-text/convert-rich-text.ts'
import { eachAssetName, isDocument, isListOfDocuments } from '../values/asset-value.ts'
import { isJsonObject, type Json, richTextFormats } from '../values/model.ts'
import { mapPortableTextReferences, readPortableText } from '../values/portable-text.ts'
import { needsRepair } from '../values/safe-address.ts'
import { checkAssetName } from './asset.ts'
import type { FieldTypeDefinition, FormOfField, ReferenceValue } from './field-type.ts'
import { presenceOnly } from './query-facts.ts'
import { checkTarget } from './reference.ts'

export const richText: FieldTypeDefinition = {
  properties: ['format', 'search', 'to'],
  formats: richTextFormats,
  formatIsForm: true,
  formatOf: { to: 'portableText' },
  expectation: () => 'a string or JSON',
  read(value, field, pointer, reader) {
    if (!isPortable(field)) return value
    const result = readPortableText(value, reader)
    if ('value' in result) return result.value
    for (const error of result.errors) reader.fail(pointer + error.pointer, error.message)
    return undefined
  },
  mayBeList: true,
  checkRules(value, field, path, checker) {
    richText.eachAssetName!(value, field, path, ({ id }, place) => void checkAssetName(id, place, checker))
    if (!isPortable(field)) return
    mapPortableTextReferences(value, path, (to, at) => {
      checkTarget(to, field, at, checker)
      return to
    })
    // Only unsafe addresses are reported, because the form was checked when the value was saved.
    const result = readPortableText(value, { refusesUnsafeAddresses: true })
    if ('value' in result) return
    for (const { pointer, code, message } of result.errors) {
      if (code === 'address') checker.add(path + pointer, 'address', message)
    }
  },
  isBlankList: (items, field) =>
    isPortable(field) && !field.many ? items.every(isBlankBlock) : items.length === 0,
  query: presenceOnly,
  mapReferences(value, field, pointer, replace) {
    if (!isPortable(field)) return value
    return mapPortableTextReferences(value, pointer, (to, at, isLink) =>
      replace(to as ReferenceValue, at, { field, place: at, path: [], isLink }),
    )
  },
  /** Rich text that is not Portable Text may be any JSON, so that only documents in it are searched. */
  eachAssetName(value, field, pointer, onName) {
    if (isPortable(field) || isDocument(value) || isListOfDocuments(value))
      eachAssetName(value, pointer, onName)
  },
  eachUnsafeAddress(value, field, place, onAddress) {
    const each = isPortable(field) ? eachBlockAddress : eachFreeAddress
    each(value, place, (address, use, at) => {
      if (needsRepair(address, use)) onAddress(address, at)
    })
  },
  convert(item, { from, to, reasons, findFile }) {
    if (!typesWithWords.has(from.type)) return undefined
    return isPortable(to) ? toPortableText(item, reasons, findFile) : item
  },
}

const typesWithWords: ReadonlySet<string> = new Set(['text', 'richText', 'json'])

function isPortable({ format }: Pick<FormOfField, 'format'>): boolean {
  return format === 'portableText'
}

/** An editor of rich text leaves a blank block when all text is deleted. */
function isBlankBlock(block: Json): boolean {
  if (!isJsonObject(block) || block._type !== 'block' || !Array.isArray(block.children)) return false
  return (block.children as readonly Json[]).every(
    child => isJsonObject(child) && (typeof child.text !== 'string' || child.text.trim() === ''),
  )
}
