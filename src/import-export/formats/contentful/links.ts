// Reads Contentful links: objects that name an entry or an asset.
import { property, textOf } from '../../read/unknown-json.ts'

/** Returns the target id of a Contentful link of this kind (`Entry`, `Asset`); null for any other value. */
export function linkTarget(value: unknown, linkType: string): string | null {
  const isLink = property(value, 'sys', 'type') === 'Link' && property(value, 'sys', 'linkType') === linkType
  return isLink ? textOf(property(value, 'sys', 'id')) || null : null
}
