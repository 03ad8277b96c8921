// The type `richText`: Portable Text, or without a format any JSON, such as documents of other editors, HTML and Markdown.
// Portable Text may hold blocks of components, whose values are those of fields of any type.
import { eachBlockAddress, eachFreeAddress } from '../rich-text/addresses.ts'
import { toPortableText } from '../rich-text/convert-rich-text.ts'
import { eachAssetName, isDocument, isListOfDocuments } from '../values/asset-value.ts'
import { type Field, isJsonObject, type Json, richTextFormats } from '../values/model.ts'
import { mapPortableTextReferences, readPortableText } from '../values/portable-text.ts'
import { needsRepair } from '../values/safe-address.ts'
import { checkAssetName } from './asset.ts'
import { componentOf, toBlock } from './blocks/block.ts'
import { checkBlock, eachLeafInside, fitData, mapBlock, readContent, type TypeOf } from './component.ts'
import type {
  FieldTypeDefinition,
  FormOfField,
  OnLoss,
  ReferenceValue,
  ReplaceReference,
  StoredValue,
  ValueReader,
} from './field-type.ts'
import { presenceOnly } from './query-facts.ts'
import { checkTarget } from './reference.ts'

/** `typeOf` finds the types of the fields of components, which may be of this type again. */
export function createRichTextType(typeOf: TypeOf): FieldTypeDefinition {
  return {
    properties: ['format', 'search', 'to', 'of'],
    formats: richTextFormats,
    formatIsForm: true,
    formatOf: { to: 'portableText', of: 'portableText' },
    expectation: () => 'a string or JSON',
    read(value, field, pointer, reader) {
      if (!isPortable(field)) return value
      const { refusesUnsafeAddresses } = reader
      const readBlock = (block: Source, at: string) =>
        readBlockInText(typeOf, block, field, pointer + at, reader)
      const result = readPortableText(value, { refusesUnsafeAddresses, readBlock })
      if ('value' in result) return result.value
      for (const error of result.errors) reader.fail(pointer + error.pointer, error.message)
      return undefined
    },
    mayBeList: true,
    checkRules(value, field, path, checker) {
      eachOwnAssetName(value, field, path, ({ id }, place) => void checkAssetName(id, place, checker))
      if (!isPortable(field)) return
      mapPortableTextReferences(value, path, (to, at) => {
        checkTarget(to, field, at, checker)
        return to
      })
      // Only unsafe addresses are reported, because the form was checked when the value was saved.
      const result = readPortableText(value, { refusesUnsafeAddresses: true })
      for (const { pointer, code, message } of 'errors' in result ? result.errors : []) {
        if (code === 'address') checker.add(path + pointer, 'address', message)
      }
      for (const [index, item] of field.of === undefined ? [] : itemsOf(value).entries()) {
        const block = toBlock(item)
        if (block !== null) checkBlock(block, field, `${path}/${index}`, checker)
      }
    },
    isBlankList: (items, field) =>
      isPortable(field) && !field.many ? items.every(isBlankBlock) : items.length === 0,
    query: presenceOnly,
    mapReferences(value, field, pointer, replace) {
      if (!isPortable(field)) return value
      return mapPortableTextReferences(
        value,
        pointer,
        (to, at, isLink) => replace(to as ReferenceValue, at, { field, place: at, path: [], isLink }),
        (item, at) => mapBlockInText(typeOf, item, field, at, replace),
      )
    },
    eachAssetName: eachOwnAssetName,
    /** The text is a leaf, with its images and links, and so are the values in its blocks. */
    eachLeaf(value, field, pointer, onLeaf) {
      onLeaf(field, value, pointer)
      if (field.of !== undefined) eachLeafInside(typeOf, value, field, pointer, onLeaf)
    },
    eachUnsafeAddress(value, field, place, onAddress) {
      const each = isPortable(field) ? eachBlockAddress : eachFreeAddress
      each(value, place, (address, use, at) => {
        if (needsRepair(address, use)) onAddress(address, at)
      })
    },
    fit: (value, field, path, onLoss) =>
      field.of === undefined ? value : fitText(typeOf, value, field, path, onLoss),
    convert(item, { from, to, reasons, findFile }) {
      if (!typesWithWords.has(from.type)) return undefined
      return isPortable(to) ? toPortableText(item, reasons, findFile) : item
    },
  }
}

type Source = { readonly [key: string]: Json }

const typesWithWords: ReadonlySet<string> = new Set(['text', 'richText', 'json'])

function isPortable({ format }: Pick<FormOfField, 'format'>): boolean {
  return format === 'portableText'
}

function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** Rich text that is not Portable Text may be any JSON, so that only documents in it are searched. */
const eachOwnAssetName: NonNullable<FieldTypeDefinition['eachAssetName']> = (
  value,
  field,
  pointer,
  onName,
) => {
  if (isPortable(field) || isDocument(value) || isListOfDocuments(value))
    eachAssetName(value, pointer, onName)
}

/** Reads a block of a component. The text gives it its `_key`, as it does to all blocks. */
function readBlockInText(
  typeOf: TypeOf,
  block: Source,
  field: Field,
  pointer: string,
  reader: ValueReader,
): Json | undefined {
  if (field.of === undefined) {
    reader.fail(pointer, 'is a block of a component, and the field takes none: its model has no "of"')
    return undefined
  }
  const content = readContent(typeOf, block, field, pointer, reader)
  if (content === null) return undefined
  // The keys stand in the same order in all blocks.
  const { component: _, data: __, ...head } = block
  return { ...head, component: content.component, data: content.data }
}

function mapBlockInText(
  typeOf: TypeOf,
  item: Json,
  field: Field,
  pointer: string,
  replace: ReplaceReference,
): Json {
  const block = toBlock(item)
  const component = block && componentOf(field, block)
  if (component === null) return item
  return mapBlock(typeOf, block!, component, false, pointer, replace) as unknown as Json
}

/** Returns the text without blocks of components that are gone, and what is left of the values of the others. */
function fitText(typeOf: TypeOf, value: Json, field: Field, path: string, onLoss: OnLoss): StoredValue {
  if (!Array.isArray(value)) return value
  return (value as readonly Json[]).flatMap((item): readonly Json[] => {
    // With `many`, an item is a text.
    if (Array.isArray(item)) return [fitText(typeOf, item, field, path, onLoss) ?? []]
    const block = toBlock(item)
    if (block === null) return [item]
    const component = componentOf(field, block)
    if (component === null) {
      onLoss(path, `has a block of the component ${block.component}, which the space no longer has`)
      return []
    }
    const data = fitData(typeOf, block.data, component, '', (place, error) =>
      onLoss(path, `has a block of ${block.component}, in which ${place.slice(1)} ${error}`),
    )
    return [{ ...block, data } as unknown as Json]
  })
}

/** Returns rich text without its blocks of components. */
export function withoutBlocks(value: Json): Json {
  return Array.isArray(value) ? (value as readonly Json[]).filter(item => toBlock(item) === null) : value
}

/** An editor of rich text leaves a blank block when all text is deleted. */
function isBlankBlock(block: Json): boolean {
  if (!isJsonObject(block) || block._type !== 'block' || !Array.isArray(block.children)) return false
  return (block.children as readonly Json[]).every(
    child => isJsonObject(child) && (typeof child.text !== 'string' || child.text.trim() === ''),
  )
}
