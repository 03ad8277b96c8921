// Values that refer to a file of the library and can override its properties. No React here.
import type { FocalPoint } from '../../src/content/values/asset-value.ts'

/** The form in drafts. Absent properties are those of the file. */
export interface NamedAsset {
  readonly id: string
  readonly title?: string | null
  readonly alt?: string | null
  readonly focalPoint?: FocalPoint | null
}

/** Returns null for any other value, such as the URL of a file. */
export function toNamedAsset(value: unknown): NamedAsset | null {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    ? (value as NamedAsset)
    : null
}

type Own = Omit<NamedAsset, 'id'>

/** Merges the overrides and omits those that are null or absent. The keys are in the stored order. */
export function withOwn({ id, ...before }: NamedAsset, own: Own): NamedAsset {
  const { title, alt, focalPoint } = { ...before, ...own }
  return {
    id,
    ...(title != null && { title }),
    ...(alt != null && { alt }),
    ...(focalPoint != null && { focalPoint }),
  }
}
