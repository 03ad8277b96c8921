// Rich text: its blocks, and the entries in it at each depth.
import type {
  Entry,
  EntryBlock,
  ImageBlock,
  RichText,
  RichTextBlock,
  Stub,
  TableBlock,
  TextBlock,
} from '@frontlist/client'
import { client, same, trusting, use } from './expect.ts'
import type { BooksEntry, Model } from './model.ts'

type Story<Author extends Stub> = RichText<Author, Stub<'authors'>, never>

export async function atEachDepth() {
  const unresolved = await client.get('books', 'tides')
  same<typeof unresolved.data.story, Story<Stub<'authors'>> | null>(true)
  const third = await client.get('books', 'tides', { depth: 3 })
  same<typeof third.data.story, Story<Entry<Model, 'authors', 2>> | null>(true)
  same<
    typeof third.data.notes,
    RichText<Entry<Model, 'authors', 2> | Entry<Model, 'posts', 2>, Stub<'authors'> | Stub<'posts'>, never>[]
  >(true)
  const selected = await client.get('books', 'tides', { depth: 3, fields: ['story', 'notes'] })
  same<typeof selected.data.story, typeof third.data.story>(true)
  same<typeof selected.data.notes, typeof third.data.notes>(true)
  const named = await client.get('books', 'tides', { fields: { story: true } })
  same<typeof named.data.story, typeof unresolved.data.story>(true)
  const left = await client.get('books', 'tides', { depth: 3, omit: ['notes'] })
  same<typeof left.data.story, typeof third.data.story>(true)
  const trusted = await trusting.get('books', 'tides')
  same<typeof trusted.data.story, Story<Stub<'authors'>>>(true)
  // @ts-expect-error -- fields are not selected in rich text
  await client.get('books', 'tides', { fields: { story: { name: true } } })
}

export async function byType() {
  const unresolved = await client.get('books', 'tides')
  const resolved = await client.get('books', 'tides', { depth: 3, variants: ['de'] })
  for (const block of resolved.data.story ?? []) {
    if (block._type === 'entry') {
      use(block.entry?.data.name, block.entry?.data.home?.data.best?.data.title)
      use(block.entry?.variantsApplied.length)
      // @ts-expect-error -- its entry may not be published
      use(block.entry.data)
      // @ts-expect-error -- the fourth level is not resolved
      use(block.entry?.data.home?.data.best?.data.author?.data)
    } else if (block._type === 'table') {
      same<typeof block.header, boolean>(true)
      for (const row of block.rows) for (const cell of row.cells) linked(cell.content[0])
    } else if (block._type === 'block') linked(block)
    // @ts-expect-error -- a block of another type has no entry
    else use(block.entry)
  }
  for (const block of unresolved.data.story ?? []) {
    if (block._type === 'block') linked(block)
    if (block._type !== 'entry') continue
    same<typeof block.entry, Stub<'authors'> | null>(true)
    // @ts-expect-error -- nothing is resolved
    use(block.entry?.data)
  }
}

/** The target of a link is a stub at every depth. */
function linked(block: TextBlock<Stub<'authors'>> | undefined) {
  for (const mark of block?.markDefs ?? []) {
    if (mark._type === 'link') use(mark.href)
    else same<typeof mark.entry, Stub<'authors'> | null>(true)
  }
}

export async function toAnyCollection() {
  const { data } = await client.get('books', 'tides', { depth: 1 })
  for (const block of data.body ?? []) {
    if (block._type !== 'entry') continue
    if (block.entry?.collection === 'posts') use(block.entry.data.lead)
    // @ts-expect-error -- each collection has fields of its own
    use(block.entry?.data.lead)
  }
}

/** The parameter type of a site's component, for requests of any depth. */
function show(
  text: RichText,
  blocks: RichTextBlock[],
  entries: EntryBlock[],
  tables: TableBlock[],
  images: ImageBlock[],
) {
  use(text, blocks, entries, tables, images)
}

export function deeperIsShallower(deep: BooksEntry<3>, shallow: BooksEntry) {
  for (const text of [deep.data.story, deep.data.body, shallow.data.body, ...deep.data.notes])
    show(text ?? [], text ?? [], [], [], [])
  const asShallow: typeof shallow.data.story = deep.data.story
  // @ts-expect-error -- the entries of the shallow one are not resolved
  const asDeep: typeof deep.data.story = shallow.data.story
  use(asShallow, asDeep)
}

/** A model that was generated before rich text had entries. */
interface OlderModel {
  pages: { data: { body: RichText | null; parts: RichText[] }; filter: object; sort: never }
}
export function older(page: Entry<OlderModel, 'pages', 2>) {
  same<typeof page.data.body, RichText | null>(true)
  same<typeof page.data.parts, RichText[]>(true)
}
