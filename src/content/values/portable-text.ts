// Rich text in Portable Text, as a closed format: everything that is not defined here is refused. Reading a value reports
// all errors with their paths, and normalizes it: keys in a fixed order, defaults filled in, a `_key` everywhere.
import { assetExpectation, assetSchema, isAssetName, readAsset } from './asset-value.ts'
import {
  byType,
  constant,
  integerIn,
  type JsonSchema,
  listOf,
  type Member,
  objectOf,
  oneOf,
  refine,
  type Shape,
  text,
  textUpTo,
  trueOrFalse,
} from './closed-shapes.ts'
import { isJsonObject, type Json, referencesPerFieldMax } from './model.ts'
import { readReference, referenceSchema } from './reference-value.ts'
import { type AddressUse, addressError } from './safe-address.ts'

export const blockStyles = ['normal', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'] as const
export const listItems = ['bullet', 'number'] as const
export const decorators = ['strong', 'em', 'underline', 'strike-through', 'code', 'sub', 'sup'] as const
export const blocksMax = 5000
export const rowsMax = 500
export const columnsMax = 50
/** The maximum number of cells of all tables of a value. */
export const cellsMax = 5000
const levelMax = 6
const keyLengthMax = 100
/** The maximum number of reported errors. */
const errorsMax = 1000

/** `count`: more parts than allowed in the value, or rows of different lengths, which JSON Schema cannot express. */
type PortableTextErrorCode = 'shape' | 'duplicate_key' | 'mark' | 'address' | 'count'

interface PortableTextError {
  /** A JSON Pointer within the value. */
  readonly pointer: string
  readonly code: PortableTextErrorCode
  /** Continues a sentence that begins with the path. */
  readonly message: string
}

/** Reads a block of a component. Returns undefined if it has errors, which it reports by itself. */
type ReadBlock = (block: { readonly [key: string]: Json }, pointer: string) => Json | undefined

interface ReadingOptions {
  readonly refusesUnsafeAddresses?: boolean
  /** If absent, blocks of components are checked for their shape only. */
  readonly readBlock?: ReadBlock
}

/** Collects the errors and the keys of a value. */
class ValueReader {
  readonly errors: PortableTextError[] = []
  readonly keys = new Set<string>()
  #cells = 0
  #references = 0
  readonly refusesUnsafeAddresses: boolean
  readonly readBlock: ReadBlock

  constructor({ refusesUnsafeAddresses = false, readBlock = block => block }: ReadingOptions) {
    this.refusesUnsafeAddresses = refusesUnsafeAddresses
    this.readBlock = readBlock
  }

  /** Counts the cells of a table. Returns false if the value has too many. */
  addCells(count: number, pointer: string): boolean {
    this.#cells += count
    if (this.#cells <= cellsMax) return true
    this.onError(
      pointer,
      `brings the cells of the value to ${this.#cells}; ${cellsMax} is the maximum`,
      'count',
    )
    return false
  }

  /** Counts a reference. Returns false if the value has too many. */
  addReference(pointer: string): boolean {
    this.#references++
    if (this.#references <= referencesPerFieldMax) return true
    if (this.#references === referencesPerFieldMax + 1)
      this.onError(
        pointer,
        `is one reference too many: ${referencesPerFieldMax} is the maximum of a value`,
        'count',
      )
    return false
  }

  onError(pointer: string, message: string, code: PortableTextErrorCode = 'shape'): void {
    if (this.errors.length < errorsMax) this.errors.push({ pointer, code, message })
  }
}

function refineHere(
  shape: Shape,
  check: (value: Json, pointer: string, reader: ValueReader) => boolean,
): Shape {
  return refine(shape, (value, pointer, reader) => check(value, pointer, reader as ValueReader))
}

const key = refineHere(textUpTo(keyLengthMax), (value, pointer, reader) => {
  const isNew = !reader.keys.has(value as string)
  if (!isNew) reader.onError(pointer, 'is the key of another part of the value', 'duplicate_key')
  reader.keys.add(value as string)
  return isNew
})

/**
 * A mark is either the name of a decorator or the key of a definition, so no definition may have the name of a decorator as
 * key.
 */
const definitionKey: Shape = {
  ...refineHere(key, (value, pointer, reader) => {
    const isFree = !(decorators as readonly string[]).includes(value as string)
    if (!isFree) reader.onError(pointer, 'is the name of a mark')
    return isFree
  }),
  schema: { ...key.schema, not: { enum: decorators } },
}

/** Checks an address. `pick` returns null if the value has none. */
function addressOf(use: AddressUse, pick: (value: Json) => string | null, shape: Shape, place = ''): Shape {
  return refineHere(shape, (value, pointer, reader) => {
    const address = reader.refusesUnsafeAddresses ? pick(value) : null
    const error = address === null ? null : addressError(address, use)
    if (error !== null) reader.onError(pointer + place, error.message, 'address')
    return error === null
  })
}

const href = addressOf('link', value => value as string, text)

const asset: Shape = addressOf(
  'asset',
  value => (isAssetName(value) ? null : (value as { url: string }).url),
  {
    schema: assetSchema,
    read(value, pointer, reader) {
      const read = readAsset(value)
      if (read === undefined) reader.onError(pointer, `must be ${assetExpectation}`)
      return read
    },
  },
  '/url',
)

function typed(
  type: string,
  members: { readonly [key: string]: Member },
  own: Shape = key,
  rest?: JsonSchema,
) {
  return objectOf(
    { _type: { shape: constant(type), isRequired: true }, _key: { shape: own }, ...members },
    rest,
  )
}

const marks: Shape = refineHere(
  { ...listOf(text), schema: { ...listOf(text).schema, uniqueItems: true } },
  (value, pointer, reader) => {
    const isUnique = new Set(value as readonly string[]).size === (value as readonly string[]).length
    if (!isUnique) reader.onError(pointer, 'names a mark twice')
    return isUnique
  },
)

const span = typed('span', { text: { shape: text, isRequired: true }, marks: { shape: marks, absent: [] } })
const link = typed('link', { href: { shape: href, isRequired: true } }, definitionKey)

const reference: Shape = {
  schema: referenceSchema,
  read(value, pointer, reader) {
    const read = readReference(value)
    if (read === undefined) reader.onError(pointer, 'must be { "id" } or { "collection", "slug" }')
    else if (!(reader as ValueReader).addReference(pointer)) return undefined
    return read
  },
}
const entryMember = { entry: { shape: reference, isRequired: true } } as const
const entryLink = typed('entryLink', entryMember, definitionKey)

const membersOfBlock = (styles: readonly string[]): { readonly [key: string]: Member } => ({
  style: { shape: oneOf(styles), absent: 'normal' },
  listItem: { shape: oneOf(listItems) },
  level: { shape: integerIn(1, levelMax) },
  children: { shape: listOf(byType({ span })), isRequired: true },
  markDefs: { shape: listOf(byType({ link, entryLink })), absent: [] },
})
const blockWith = (styles: readonly string[]) =>
  blockOf(typed('block', membersOfBlock(styles), key, { dependentRequired: { level: ['listItem'] } }))
const block = blockWith(blockStyles)

/** Checks that only list items have a `level`, and that each mark is a decorator or defined by the block. */
function blockOf(shape: Shape): Shape {
  return {
    schema: shape.schema,
    read(value, pointer, given) {
      const reader = given as ValueReader
      const before = reader.errors.length
      const source = value as { readonly [key: string]: Json }
      if (Object.hasOwn(source, 'level') && !Object.hasOwn(source, 'listItem')) {
        reader.onError(`${pointer}/level`, 'is for list items only: the block has no listItem')
      }
      const read = shape.read(value, pointer, reader)
      reportUnknownMarks(source, pointer, reader)
      return reader.errors.length > before || read === undefined ? undefined : withLevel(read)
    },
  }
}

/** Sets level 1 for a list item without a level. */
function withLevel(block: Json): Json {
  const { children, markDefs, ...rest } = block as { [key: string]: Json }
  const level = rest.listItem !== undefined && rest.level === undefined ? { level: 1 } : null
  return { ...rest, ...level, children: children!, markDefs: markDefs! }
}

/** Checks the value as it was sent, so that other errors of the block do not hide unknown marks. */
function reportUnknownMarks(
  { children, markDefs }: { readonly [key: string]: Json },
  at: string,
  reader: ValueReader,
) {
  const known = new Set<Json>(decorators)
  for (const definition of itemsOf(markDefs)) known.add(memberOf(definition, '_key'))
  for (const [index, child] of itemsOf(children).entries()) {
    for (const [place, mark] of itemsOf(memberOf(child, 'marks')).entries()) {
      if (typeof mark !== 'string' || known.has(mark)) continue
      const message = 'is neither the name of a mark nor the _key of a definition in markDefs'
      reader.onError(`${at}/children/${index}/marks/${place}`, message, 'mark')
    }
  }
}

function itemsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function memberOf(value: Json, name: string): Json {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as { readonly [key: string]: Json })[name]!
    : null
}

const code = typed('code', {
  language: { shape: textUpTo(keyLengthMax) },
  code: { shape: text, isRequired: true },
})
const divider = typed('break', {})
const image = typed('image', { asset: { shape: asset, isRequired: true }, caption: { shape: text } })

const entry = typed('entry', entryMember)

const cell = objectOf({
  _key: { shape: key },
  content: { shape: listOf(byType({ block: blockWith(['normal']) }), blocksMax), isRequired: true },
})
const row = objectOf({
  _key: { shape: key },
  cells: { shape: listOf(cell, columnsMax, 1), isRequired: true },
})
const rows: Shape = refineHere(listOf(row, rowsMax, 1), (value, pointer, reader) => {
  const counts = (value as readonly { readonly cells: readonly Json[] }[]).map(({ cells }) => cells.length)
  const uneven = counts.findIndex(count => count !== counts[0])
  if (uneven >= 0) {
    const message = `has ${counts[uneven]} cells, and the first row has ${counts[0]}: all rows of a table have equally many`
    reader.onError(`${pointer}/${uneven}/cells`, message, 'count')
  }
  return reader.addCells(counts.length * counts[0]!, pointer) && uneven < 0
})
const table = typed('table', {
  header: { shape: trueOrFalse, absent: false },
  rows: { shape: rows, isRequired: true },
})

const anyValues: Shape = {
  schema: { type: 'object' },
  read(value, pointer, reader) {
    if (isJsonObject(value)) return value
    reader.onError(pointer, 'must be an object of values by field')
    return undefined
  },
}
const componentShape = typed('component', {
  component: { shape: text },
  data: { shape: anyValues, isRequired: true },
})
/** The field knows the components, and reads the values. */
const component: Shape = {
  schema: componentShape.schema,
  read(value, pointer, given) {
    const block = componentShape.read(value, pointer, given)
    return isJsonObject(block) ? (given as ValueReader).readBlock(block, pointer) : undefined
  },
}

const document = listOf(byType({ block, code, break: divider, image, entry, component, table }), blocksMax)

export const portableTextSchema: JsonSchema = document.schema

type PortableTextResult =
  | { readonly value: readonly Json[] }
  | { readonly errors: readonly PortableTextError[] }

export function readPortableText(value: Json, options: ReadingOptions = {}): PortableTextResult {
  const reader = new ValueReader(options)
  const read = document.read(value, '', reader)
  if (read === undefined || reader.errors.length > 0) return { errors: reader.errors }
  return { value: fillKeys(read as Json[], reader.keys) }
}

/** Returns the errors of a value. Unsafe addresses are allowed, because older values may contain them. */
export function checkPortableText(value: Json): readonly PortableTextError[] {
  const reader = new ValueReader({})
  document.read(value, '', reader)
  return reader.errors
}

/** The members of parts that are lists of parts, which have keys themselves. */
const listsOfParts = ['children', 'markDefs', 'rows', 'cells', 'content'] as const

/** Adds missing keys, derived from path and content, so that the same request yields the same keys. */
function fillKeys(blocks: readonly Json[], taken: Set<string>): Json[] {
  const fillAll = (items: Json, pointer: string) =>
    (items as readonly Json[]).map((item, index) => fill(item, `${pointer}/${index}`))
  const fill = (item: Json, pointer: string): Json => {
    const { _type: type, _key: given, ...parts } = item as Record<string, Json>
    for (const name of listsOfParts) {
      if (Array.isArray(parts[name])) parts[name] = fillAll(parts[name], `${pointer}/${name}`)
    }
    const key = given ?? deriveKey(JSON.stringify([pointer, type, parts]), taken)
    return { ...(type !== undefined && { _type: type }), _key: key, ...parts }
  }
  return fillAll(blocks, '') as Json[]
}

function deriveKey(content: string, taken: Set<string>): string {
  for (let attempt = 0; ; attempt++) {
    const hash = new Bun.CryptoHasher('sha256').update(`${attempt} ${content}`).digest('hex')
    const derived = hash.slice(0, derivedLength)
    if (taken.has(derived)) continue
    taken.add(derived)
    return derived
  }
}

const derivedLength = 12

/** The members of parts whose parts may hold references. */
const listsWithReferences: readonly string[] = ['markDefs', 'rows', 'cells', 'content']

/**
 * Returns the value with other references; the same value if it has none. `replace` is called in the order of the JSON.
 * Links stay unresolved in responses. `mapBlock` maps the blocks of components; without it they stay as they are.
 */
export function mapPortableTextReferences(
  value: Json,
  pointer: string,
  replace: (reference: Json, pointer: string, isLink: boolean) => Json,
  mapBlock: (block: Json, pointer: string) => Json = block => block,
): Json {
  if (Array.isArray(value)) {
    let isSame = true
    const items = (value as readonly Json[]).map((item, index) => {
      const mapped = mapPortableTextReferences(item, `${pointer}/${index}`, replace, mapBlock)
      isSame &&= mapped === item
      return mapped
    })
    return isSame ? value : items
  }
  if (!isJsonObject(value)) return value
  if (value._type === 'component') return mapBlock(value, pointer)
  if (isReferenceHolder(value)) {
    return { ...value, entry: replace(value.entry!, `${pointer}/entry`, value._type === 'entryLink') }
  }
  let mapped = value
  for (const name of listsWithReferences) {
    if (!Object.hasOwn(value, name)) continue
    const parts = mapPortableTextReferences(value[name]!, `${pointer}/${name}`, replace, mapBlock)
    if (parts !== value[name]) mapped = { ...mapped, [name]: parts }
  }
  return mapped
}

/** Checks whether a part of a valid value holds a reference in its member `entry`. */
function isReferenceHolder(part: { readonly [key: string]: Json }): boolean {
  return part._type === 'entry' || part._type === 'entryLink'
}
