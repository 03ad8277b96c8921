// Values that name a file of the library, with what a use of it has of its own. No React here.
import type { FocalPoint } from '../../src/content/values/asset-value.ts'

/** As drafts have it. What is absent is as the file has it. */
export interface NamedAsset {
  readonly id: string
  readonly title?: string | null
  readonly alt?: string | null
  readonly focalPoint?: FocalPoint | null
}

/** Null for any other value, such as a file by its address. */
export function toNamedAsset(value: unknown): NamedAsset | null {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    ? (value as NamedAsset)
    : null
}

type Own = Omit<NamedAsset, 'id'>

/** Without what is as the file has it: null, or absent. In the order in which it is stored. */
export function withOwn({ id, ...before }: NamedAsset, own: Own): NamedAsset {
  const { title, alt, focalPoint } = { ...before, ...own }
  return {
    id,
    ...(title != null && { title }),
    ...(alt != null && { alt }),
    ...(focalPoint != null && { focalPoint }),
  }
}
