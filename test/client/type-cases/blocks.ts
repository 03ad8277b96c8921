// Blocks: in fields and in rich text, at each depth, inside of each other, and in `fields` and `filter`.
import type { Asset, BlockOf, ComponentBlock, Entry, RichText, Stub } from '@frontlist/client'
import { createClient } from '@frontlist/client'
import { client, same, trusting, use } from './expect.ts'
import type { BooksEntry, Components, HeroBlock, Model, QuoteBlock, SectionBlock } from './model.ts'

export async function atEachDepth() {
  const unresolved = await client.get('books', 'tides')
  same<typeof unresolved.data.blocks, (HeroBlock | QuoteBlock)[]>(true)
  same<typeof unresolved.data.intro, HeroBlock | QuoteBlock | null>(true)
  const resolved = await client.get('books', 'tides', { depth: 1, variants: ['de'] })
  for (const block of resolved.data.blocks) {
    same<typeof block.key, string>(true)
    if (block.component === 'hero') {
      same<typeof block.data.title, string | null>(true)
      same<typeof block.data.tags, string[]>(true)
      same<typeof block.data.picture, Asset | null>(true)
      use(block.data.book?.data.price, block.data.book?.variantsApplied.length)
      // @ts-expect-error -- a block does not count as a level of depth, and depth 1 ends at the book
      use(block.data.book?.data.author?.data)
      // @ts-expect-error -- published blocks have no address for editors
      use(block.edit)
      // @ts-expect-error -- a block is no entry
      use(block.variantsApplied)
    } else {
      same<typeof block.component, 'quote'>(true)
      use(block.data.text, block.data.by[0]?.data.name)
      // @ts-expect-error -- narrowed by `component`
      use(block.data.title)
    }
  }
  const [first] = unresolved.data.blocks
  if (first?.component === 'hero') same<typeof first.data.book, Stub<'books'> | null>(true)
  const deep = await client.get('books', 'tides', { depth: 3 })
  same<typeof deep.data.blocks, (HeroBlock<3> | QuoteBlock<3>)[]>(true)
  for (const { component, data } of deep.data.blocks) {
    if (component === 'hero') same<typeof data.button, Stub<'books'> | Stub<'posts'> | null>(true)
    if (component === 'hero') same<typeof data.book, Entry<Model, 'books', 2> | null>(true)
  }
  // @ts-expect-error -- there may be no block
  use(unresolved.data.intro.component)
  same<NonNullable<typeof deep.data.seo>['component'], 'seo'>(true)
}

export async function trusted() {
  const { data } = await trusting.get('books', 'tides')
  same<typeof data.seo.data.title, string>(true)
  // @ts-expect-error -- the model does not require it
  use(data.intro.data)
}

/** Returns the first block of a component. */
declare function first<B extends { component: string }, Name extends B['component']>(
  blocks: B[] | undefined,
  name: Name,
): Extract<B, { component: Name }> | undefined

export async function insideOfEachOther() {
  const { data } = await client.get('books', 'tides', { depth: 2 })
  const top = first(data.sections, 'section')
  const second = first(top?.data.items, 'section')
  const third = first(second?.data.items, 'section')
  const fourth = first(third?.data.items, 'section')
  const fifth = first(fourth?.data.items, 'section')
  const sixth = first(fifth?.data.items, 'section')
  same<typeof sixth, SectionBlock<2> | undefined>(true)
  for (const level of [top, second, third, fourth, fifth, sixth]) {
    same<NonNullable<typeof level>['data']['book'], Entry<Model, 'books', 1> | null>(true)
  }
  use(first(sixth?.data.items, 'quote')?.data.by[0]?.data.books[0]?.slug)
  // @ts-expect-error -- depth ends here
  use(first(sixth?.data.items, 'quote')?.data.by[0]?.data.books[0]?.data.author?.data)
  const again = data.cycle?.data.next?.data.next?.data.next
  same<NonNullable<typeof again>['component'], 'first'>(true)
  same<NonNullable<typeof again>['data']['author'], Entry<Model, 'authors', 1> | null>(true)
}

/** The parameter type of a site's component, for requests of any depth. */
function show(hero: HeroBlock, text: RichText) {
  use(hero.data.title, text)
}

export function deeperIsShallower(
  hero: HeroBlock<3>,
  shallow: HeroBlock,
  deep: BooksEntry<2>,
  book: BooksEntry,
) {
  show(hero, deep.data.page ?? [])
  show(shallow, book.data.page ?? [])
  const asShallow: typeof book.data.sections = deep.data.sections
  // @ts-expect-error -- references of the shallow one are not resolved
  const asDeep: HeroBlock<3> = shallow
  use(asShallow, asDeep)
}

export async function richText() {
  const unresolved = await client.get('books', 'tides')
  const third = await client.get('books', 'tides', { depth: 3 })
  for (const block of third.data.page ?? []) {
    if (block._type === 'component') {
      if (block.component === 'hero') use(block._key, block.data.book?.data.author?.data.home?.data.name)
      else {
        same<typeof block.component, 'section'>(true)
        use(block.data.items[0]?.key)
        // @ts-expect-error -- narrowed by `component`
        use(block.data.title)
      }
      // @ts-expect-error -- in rich text a block has `_key`
      use(block.key)
    } else if (block._type === 'entry') same<typeof block.entry, Entry<Model, 'authors', 2> | null>(true)
    else if (block._type === 'block') {
      for (const mark of block.markDefs) {
        if (mark._type === 'entryLink') same<typeof mark.entry, Stub<'authors'> | null>(true)
      }
    } else if (block._type === 'table') use(block.rows[0]?.cells[0]?.content[0]?.children)
    // @ts-expect-error -- a block of another type is of no component
    else use(block.component)
  }
  for (const block of unresolved.data.page ?? []) {
    if (block._type === 'component' && block.component === 'hero')
      same<typeof block.data.book, Stub<'books'> | null>(true)
  }
  for (const block of unresolved.data.pages[0] ?? []) {
    if (block._type === 'component') same<typeof block.component, 'quote'>(true)
  }
  for (const block of unresolved.data.body ?? []) {
    // @ts-expect-error -- no component may stand in this text
    if (block._type === 'component') use(block)
  }
  const any: RichText = third.data.page ?? []
  for (const block of any) if (block._type === 'component') same<typeof block, ComponentBlock>(true)
}

export async function fields() {
  const { data } = await client.get('books', 'tides', {
    fields: {
      blocks: { title: true, book: { price: true }, by: '*' },
      seo: { noIndex: true },
      sections: { items: { items: { heading: true } } },
      odd: { constructor: true, toString: true },
      intro: true,
    },
  })
  same<keyof typeof data, 'blocks' | 'seo' | 'sections' | 'odd' | 'intro'>(true)
  for (const block of data.blocks) {
    use(block.key)
    if (block.component === 'hero') {
      same<keyof typeof block.data, 'title' | 'book'>(true)
      same<NonNullable<typeof block.data.book>['data'], { price: number | null }>(true)
      // @ts-expect-error -- it is not named
      use(block.data.tags)
    } else {
      same<keyof typeof block.data, 'by'>(true)
      same<typeof block.data.by, Entry<Model, 'authors'>[]>(true)
    }
  }
  same<typeof data.seo, { component: 'seo'; key: string; data: { noIndex: boolean | null } } | null>(true)
  same<typeof data.intro, HeroBlock | QuoteBlock | null>(true)
  for (const section of data.sections) {
    if (section.component !== 'section') continue
    for (const item of section.data.items) {
      if (item.component === 'quote') same<keyof typeof item.data, never>(true)
      else if (item.data.items[0]?.component === 'section') use(item.data.items[0].data.heading)
    }
  }
  const deep = await client.list('books', { depth: 2, fields: { blocks: { book: { author: true } } } })
  const [block] = deep.list[0]?.data.blocks ?? []
  if (block?.component === 'hero') use(block.data.book?.data.author?.data.name)
  const list = await client.get('books', 'tides', { depth: 1, fields: ['blocks', 'page'] })
  same<typeof list.data.blocks, (HeroBlock<1> | QuoteBlock<1>)[]>(true)
}

export function unknownFields() {
  // @ts-expect-error -- no component has it
  client.get('books', 'tides', { fields: { blocks: { title: true, titel: true } } })
  // @ts-expect-error -- no component has it
  client.get('books', 'tides', { fields: { seo: { tags: true } } })
  // @ts-expect-error -- no field of books
  client.get('books', 'tides', { fields: { blocks: { book: { titel: true } } } })
  // @ts-expect-error -- no field of sections
  client.get('books', 'tides', { fields: { sections: { items: { titel: true } } } })
  // @ts-expect-error -- all of a block is `true`
  client.get('books', 'tides', { fields: { blocks: '*' } })
  // @ts-expect-error -- a link is never resolved
  client.get('books', 'tides', { fields: { blocks: { button: { title: true } } } })
  // @ts-expect-error -- rich text is one value
  client.get('books', 'tides', { fields: { page: { title: true } } })
}

export function conditions(word: string) {
  client.list('books', { filter: { 'blocks.component': 'hero', 'intro.component': { in: ['quote'] } } })
  client.list('books', {
    filter: { 'blocks.component': { all: ['hero', 'quote'] }, blocks: { exists: true } },
  })
  client.list('books', { filter: { 'seo.noIndex': true, 'seo.title': { prefix: word } } })
  client.list('books', { not: { 'blocks.title': { all: ['x'] } }, any: [{ 'blocks.size': { gt: 1 } }] })
  client.list('books', {
    filter: { 'blocks.startsAt': { lt: new Date() }, 'blocks.picture': { exists: true } },
  })
  client.list('books', { filter: { 'blocks.by.slug': 'ada', 'sections.items.heading': { lt: 'x' } } })
  client.list('books', { filter: { 'sections.items.items.items.heading': 'x', 'seo.image.author.name': 1 } })
  client.list('books', { filter: { 'blocks.by': { in: ['a1'] }, 'cycle.next': { exists: true } } })
  client.list('books', { filter: { 'odd.constructor': 'x', 'odd.toString': { prefix: 'x' } } })
  client.list('authors', { filter: { 'books.seo.noIndex': true, 'books.blocks.component': 'hero' } })
  // @ts-expect-error -- not a component of the field
  client.list('books', { filter: { 'blocks.component': 'seo' } })
  // @ts-expect-error -- no operator of components
  client.list('books', { filter: { 'blocks.component': { prefix: 'h' } } })
  // @ts-expect-error -- a single block has no list
  client.list('books', { filter: { 'intro.component': { all: ['hero'] } } })
  // @ts-expect-error -- no component has it
  client.list('books', { filter: { 'blocks.titel': 'x' } })
  // @ts-expect-error -- the component says that no query may name it
  client.list('books', { filter: { 'blocks.note': 'x' } })
  // @ts-expect-error -- the field says so
  client.list('books', { filter: { 'unseen.title': 'x' } })
  // @ts-expect-error -- a value of another type
  client.list('books', { filter: { 'seo.noIndex': 'x' } })
  // @ts-expect-error -- an operator of texts
  client.list('books', { filter: { 'blocks.size': { prefix: 'x' } } })
  // @ts-expect-error -- one block has one title
  client.list('books', { filter: { 'seo.title': { all: ['x'] } } })
  // @ts-expect-error -- nothing is behind a text
  client.list('books', { filter: { 'blocks.title.x': 'x' } })
  // @ts-expect-error -- nothing is behind an asset
  client.list('books', { filter: { 'blocks.picture.url': 'x' } })
  // @ts-expect-error -- paths do not go into rich text
  client.list('books', { filter: { 'page.title': 'x' } })
  // @ts-expect-error -- whether there is one is all that can be asked
  client.list('books', { filter: { blocks: 'hero' } })
  // @ts-expect-error -- lists are not sorted by blocks
  client.list('books', { sort: 'seo.title' })
  // @ts-expect-error -- lists are not sorted by blocks
  client.list('books', { sort: 'seo' })
}

export async function drafts() {
  const preview = createClient<Model>({ url: 'http://localhost', key: 'x', preview: true })
  const { data } = await preview.get('books', 'tides', { depth: 1 })
  for (const block of data.blocks) {
    same<typeof block.edit, string | undefined>(true)
    if (block.component === 'hero') use(block.data.book?.state, block.data.book?.edit)
  }
  for (const block of data.page ?? []) if (block._type === 'component') use(block.edit)
  const nested = data.sections[0]
  if (nested?.component === 'section') use(nested.data.items[0]?.edit)
  const selected = await preview.get('books', 'tides', {
    fields: { blocks: { title: true }, seo: { title: true } },
  })
  use(selected.data.blocks[0]?.edit, selected.data.seo?.edit)
  const draft: BlockOf<Model, Components, 'hero', 1, [], true> | undefined = first(data.blocks, 'hero')
  // A component of a site takes blocks of drafts too.
  if (draft) show(draft, data.page ?? [])
  const maybe: BlockOf<Model, Components, 'hero', 0, [], boolean>[] = draft ? [draft] : []
  use(maybe)
}
