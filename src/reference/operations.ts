// The operations of a document in reading order, with what is said on the path or the document folded in.
import { anchorsOf } from './anchors.ts'
import type {
  Method,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  SecurityRequirement,
} from './open-api-shape.ts'
import { methods } from './open-api-shape.ts'
import { follow } from './references.ts'

export interface OperationEntry {
  readonly method: Method
  readonly path: string
  readonly anchor: string
  readonly title: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
  /** Any one of them is enough; empty: open to all. */
  readonly security: readonly SecurityRequirement[]
}

export interface OperationGroup {
  readonly name: string
  readonly anchor: string
  readonly description: string | undefined
  readonly operations: readonly OperationEntry[]
}

const untagged = 'Operations'

/** Groups in the order of the document's tags, then of first use. An operation stands under its first tag only. */
export function groupOperations(document: OpenApiDocument): readonly OperationGroup[] {
  const described = new Map((document.tags ?? []).map(tag => [tag.name, tag.description]))
  const byTag = new Map<string, OperationEntry[]>([...described.keys()].map(name => [name, []]))
  for (const entry of listOperations(document)) {
    const tag = entry.operation.tags?.[0] ?? untagged
    byTag.set(tag, [...(byTag.get(tag) ?? []), entry])
  }
  const anchors = anchorsOf('tag', byTag.keys())
  return [...byTag]
    .filter(([, operations]) => operations.length > 0)
    .map(([name, operations]) => ({
      name,
      anchor: anchors.get(name) ?? '',
      description: described.get(name),
      operations,
    }))
}

function listOperations(document: OpenApiDocument): readonly OperationEntry[] {
  const found = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap(method => {
      const operation = item[method]
      return operation === undefined ? [] : [{ method, path, item, operation }]
    }),
  )
  // Two operations with one operationId are a fault of the document, but each still needs its place.
  const keys = found.map(({ method, path, operation }, index) => {
    const wanted = operation.operationId ?? `${method} ${path}`
    const taken = found.findIndex(other => other.operation.operationId === wanted)
    return taken === -1 || taken === index ? wanted : `${method} ${path}`
  })
  const anchors = anchorsOf('operation', keys)
  return found.map(({ method, path, item, operation }, index) => ({
    method,
    path,
    anchor: anchors.get(keys[index] ?? '') ?? '',
    title: operation.summary ?? operation.operationId ?? `${method.toUpperCase()} ${path}`,
    operation,
    parameters: parametersOf(document, item, operation),
    security: operation.security ?? document.security ?? [],
  }))
}

/** The operation's own win over the path's of the same name and place. */
function parametersOf(document: OpenApiDocument, item: PathItem, operation: Operation): readonly Parameter[] {
  const parameters = new Map<string, Parameter>()
  for (const given of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = follow<Parameter>(document, given)?.value
    if (parameter !== undefined) parameters.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...parameters.values()]
}
