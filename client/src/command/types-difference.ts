// Describes the differences between two generated texts, by collection or component, and by field.

/** Returns a line for each collection and each component that differs: `books: + subtitle, − blurb, ~ price`. */
export function describeDifference(before: string, after: string): string[] {
  const [old, current] = [readCollections(before), readCollections(after)]
  const names = new Set([...old.keys(), ...current.keys()])
  return [...names].flatMap(name => {
    const [from, to] = [old.get(name), current.get(name)]
    if (from === undefined) return [`+ ${name}`]
    if (to === undefined) return [`− ${name}`]
    const changes = compareFields(from, to)
    return changes.length === 0 ? [] : [`${name}: ${changes.join(', ')}`]
  })
}

/** The properties of each field of a collection or a component: its type, its operators, and `sort` if lists can be sorted by it. */
type Fields = ReadonlyMap<string, readonly string[]>

function compareFields(from: Fields, to: Fields): string[] {
  const added = [...to.keys()].filter(name => !from.has(name))
  const removed = [...from.keys()].filter(name => !to.has(name))
  const changed = [...to.keys()].filter(name => from.has(name) && `${from.get(name)}` !== `${to.get(name)}`)
  const signed = (sign: string, names: readonly string[]) =>
    // A path into a field is not listed if the field itself is.
    names.filter(name => !names.some(other => name.startsWith(`${other}.`))).map(name => `${sign} ${name}`)
  return [...signed('+', added), ...signed('−', removed), ...signed('~', changed)]
}

function readCollections(text: string): Map<string, Fields> {
  const dataTypes = new Map<string, Map<string, string[]>>()
  const collections = new Map<string, Map<string, string[]>>()
  for (const { path, value } of readProperties(text)) {
    const [type = '', name = '', property = '', written] = path
    const fields = collections.get(name) ?? new Map<string, string[]>()
    if (type !== 'Model' && type !== 'Components')
      dataTypes.set(type, (dataTypes.get(type) ?? new Map()).set(name, [value]))
    else if (property === 'data') collections.set(name, dataTypes.get(value) ?? fields)
    else if (written !== undefined) add(fields, written, value)
    else if (property === 'sort') {
      for (const quoted of value.match(quotedName) ?? []) add(fields, unquote(quoted), property)
    } else if (property === 'singleton') add(fields, property, value)
  }
  return collections
}

const quotedName = /'(?:[^'\\]|\\.)*'/g

/**
 * Adds a text to the field that a path names. A path begins with `data.` if the name alone would mean a key of the entry.
 */
function add(fields: Map<string, string[]>, path: string, text: string): void {
  const field = path.replace(/^data\./, '')
  const name = !fields.has(path) && fields.has(field) ? field : path
  fields.set(name, [...(fields.get(name) ?? []), text])
}

interface Property {
  /** The names that lead to the property, beginning with that of its interface. */
  readonly path: readonly string[]
  readonly value: string
}

/** Yields the properties of a generated text, which has one per line, indented by two spaces per level. */
function* readProperties(text: string): Generator<Property> {
  let path: string[] = []
  for (const line of text.split(/\r?\n/)) {
    const type = /^export interface (\S+) \{$/.exec(line)?.[1]
    if (type !== undefined) path = [type]
    const [, indent, key, value] = /^( +)('(?:[^'\\]|\\.)*'|[\w$]+): (.*)$/.exec(line) ?? []
    if (indent === undefined || key === undefined || value === undefined) continue
    path = [...path.slice(0, indent.length / 2), unquote(key)]
    yield { path, value }
  }
}

function unquote(key: string): string {
  return key.startsWith("'") ? key.slice(1, -1).replaceAll(/\\(.)/g, '$1') : key
}
