// Filters operations by the search field. Swagger UI's own filter matches only tag names.

/** The part of Immutable.js that Swagger UI's lists use. */
interface ImmutableMap {
  get(key: string): unknown
  getIn(path: readonly string[]): unknown
}

interface OperationList {
  readonly size: number
  filter(keep: (operation: ImmutableMap) => boolean): OperationList
}

interface Tag {
  get(key: 'operations'): OperationList
  set(key: 'operations', value: OperationList): Tag
}

interface Tags {
  map(change: (tag: Tag, name: string) => Tag): Tags
  filter(keep: (tag: Tag) => boolean): Tags
}

const searched = ['summary', 'operationId', 'description']

/** Keeps operations that have every word of the text in their tag, method, path, summary, id or description. */
export function filterOperations(tags: Tags, text: string): Tags {
  const words = text.toLowerCase().split(/\s+/)
  return tags
    .map((tag, name) =>
      tag.set(
        'operations',
        tag.get('operations').filter(operation => {
          const texts = searched.map(key => operation.getIn(['operation', key]))
          const all = [name, operation.get('method'), operation.get('path'), ...texts].join(' ').toLowerCase()
          return words.every(word => all.includes(word))
        }),
      ),
    )
    .filter(tag => tag.get('operations').size > 0)
}
