// Following `$ref` inside one document. Never leaves the document, never throws: a dangling reference is null.
import type { OpenApiDocument, Reference } from './open-api-shape.ts'

export interface Followed<T> {
  readonly value: T
  /** The component's name where a reference was followed, null where the value stood in place. */
  readonly name: string | null
}

/** A chain of references longer than this is a circle. */
const hopsMax = 32

/** What a value or reference stands for. Keys beside `$ref` win over the target's, as 3.1 has it. */
export function follow<T extends object>(document: OpenApiDocument, item: T | Reference): Followed<T> | null {
  let current: object = item
  let name: string | null = null
  for (let hop = 0; hop < hopsMax; hop += 1) {
    if (!isReference(current)) return { value: current as T, name }
    const { $ref, ...beside } = current
    const target = lookUp(document, $ref)
    if (target === null) return null
    name ??= decodeToken($ref.slice($ref.lastIndexOf('/') + 1))
    current = { ...target, ...beside }
  }
  return null
}

function isReference(value: object): value is Reference {
  return '$ref' in value && typeof value.$ref === 'string'
}

function lookUp(document: OpenApiDocument, ref: string): object | null {
  if (!ref.startsWith('#/')) return null
  let current: unknown = document
  for (const token of ref.slice(2).split('/')) {
    const key = decodeToken(token)
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return null
    current = (current as Record<string, unknown>)[key]
  }
  return typeof current === 'object' && current !== null ? current : null
}

function decodeToken(token: string): string {
  const plain = token.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
