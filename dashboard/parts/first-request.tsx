// A request to this server that works as it stands: a line for a terminal, for a collection that the space has.
import { Skeleton } from '@mantine/core'
import type { CollectionView } from '../../src/authoring/entries.schema.ts'
import type { ApiKeyView } from '../../src/keys/keys.schema.ts'
import { useCollections } from '../api/content.ts'
import { CodeBlock } from './code-block.tsx'

interface FirstRequestProps {
  /** Stands in the line where it is known; otherwise the line reads the variable `API_KEY`. */
  readonly secret?: string | null
  /** Of the key: one without `content.read` can only ask for the model. */
  readonly scopes?: ApiKeyView['scopes']
}

/** The height of the block, which is the same while the collections are asked for. */
const blockHeight = 66

/** The first that serves something, or the first: a first answer should not be empty. */
export function pickCollection(collections: readonly CollectionView[]): CollectionView | undefined {
  return collections.find(({ live }) => live > 0) ?? collections[0]
}

/** The collection that a first request asks for; undefined where the space has none. */
export function useFirstCollection() {
  const { data, ...others } = useCollections(1, 20)
  return { ...others, data: data && pickCollection(data.list) }
}

/** `path` begins with `/` and holds nothing that a shell would take for its own. */
export function toCurlLine(path: string, secret: string | null): string {
  return `curl -H "Authorization: Bearer ${secret ?? '$API_KEY'}" \\\n  "${location.origin}${path}"`
}

export function FirstRequest({ secret = null, scopes = ['content.read'] }: FirstRequestProps) {
  const collection = useFirstCollection()
  if (!scopes.includes('content.read')) {
    return <CodeBlock label="curl line" text={toCurlLine('/api/v1/public/schema', secret)} />
  }
  if (collection.isPending) return <Skeleton height={blockHeight} radius="md" />
  const name = collection.data?.apiName ?? 'COLLECTION'
  const path = `/api/v1/public/content/${encodeURIComponent(name)}?perPage=1`
  return <CodeBlock label="curl line" text={toCurlLine(path, secret)} />
}
