// A complete request to this server as a terminal command, for a collection of the space.
import { Skeleton } from '@mantine/core'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { kindOf } from '../../../src/base/scopes.ts'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { useCollections } from '../../api/content/content.ts'
import { CodeBlock } from './code-block.tsx'

interface FirstRequestProps {
  /** Included in the command if it is known; otherwise the command reads the variable `FRONTLIST_KEY`. */
  readonly secret?: string | null
  /** The key's scopes, which determine what it can request. */
  readonly scopes?: ApiKeyView['scopes']
}

/** The height of the block in pixels, also while the collections load. */
const blockHeight = 66

/**
 * Returns the first collection with live entries, so that the first response is not empty, or else the first collection.
 */
export function pickCollection(collections: readonly CollectionModelView[]): CollectionModelView | undefined {
  return collections.find(({ live }) => live > 0) ?? collections[0]
}

/** Returns the collection of a first request; undefined if the space has none. */
export function useFirstCollection() {
  const { data, ...others } = useCollections(1, 20)
  return { ...others, data: data && pickCollection(data.list) }
}

/** `path` begins with `/` and contains no characters that are special in a shell. */
export function toCurlLine(path: string, secret: string | null): string {
  return `curl -H "Authorization: Bearer ${secret ?? '$FRONTLIST_KEY'}" \\\n  "${location.origin}${path}"`
}

export function FirstRequest({ secret = null, scopes = ['content.read'] }: FirstRequestProps) {
  const collection = useFirstCollection()
  if (!scopes.includes('content.read')) {
    const isManagement = scopes.some(scope => kindOf(scope) === 'management')
    const path = isManagement ? '/api/v1/collections' : '/api/v1/public/schema'
    return <CodeBlock label="curl line" text={toCurlLine(path, secret)} />
  }
  if (collection.isPending) return <Skeleton height={blockHeight} radius="md" />
  const name = collection.data?.apiName ?? 'COLLECTION'
  const path = `/api/v1/public/content/${encodeURIComponent(name)}?perPage=1`
  return <CodeBlock label="curl line" text={toCurlLine(path, secret)} />
}
