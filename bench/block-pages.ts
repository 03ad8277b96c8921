// The pages of `npm run bench blocks`: the same texts and references once in blocks, and once flat in the entry.
import { createRandom } from './random.ts'

/** Blocks of a page; every third one refers to a person. */
const blockCount = 12
const referenceEvery = 3
/** Texts of a page that the variant translates, of its 24. */
const translatedCount = 20
const people = 1000
export const variant = 'de'

const componentName = (index: number) => (index % referenceEvery === 0 ? 'quote' : 'text')
const texts = ['heading', 'body'] as const

function* toModel(isFlat: boolean): Generator<object> {
  const text = (apiName: string) => ({ apiName, type: 'text' })
  const reference = (apiName: string) => ({ apiName, type: 'reference', to: ['people'] })
  const inside = texts.map(text)
  const of = ['text', 'quote']
  const flat = Array.from({ length: blockCount }, (_, index) => [
    ...texts.map(name => text(`${name}${index}`)),
    ...(componentName(index) === 'quote' ? [reference(`by${index}`)] : []),
  ]).flat()
  if (!isFlat) {
    yield { type: 'component', apiName: 'text', name: 'Text', fields: inside }
    yield { type: 'component', apiName: 'quote', name: 'Quote', fields: [...inside, reference('by')] }
  }
  yield {
    ...{ type: 'collection', apiName: 'people', name: 'People' },
    fields: [text('name'), text('about')],
  }
  yield {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      text('title'),
      ...(isFlat ? flat : [{ apiName: 'sections', type: 'component', many: true, of }]),
    ],
  }
  yield { type: 'variant', id: variant, name: 'German', kind: 'locale' }
}

const words = 'harbour tide lamp rope ferry map coast signal winter quay anchor letter'.split(' ')

/** Records of `count` pages. Both forms have the same texts, references and translations. */
export function* toPageRecords(count: number, isFlat: boolean): Generator<object> {
  const random = createRandom(29)
  const phrase = (length: number) => Array.from({ length }, () => random.pick(words)).join(' ')
  yield* toModel(isFlat)
  const live = (collection: string, id: string, data: object, variants?: object) => ({
    ...{ type: 'entry', collection, id, slug: id, data, liveData: data, ...(variants && { variants }) },
  })
  for (let index = 0; index < people; index++) {
    yield live('people', `person-${index}`, { name: phrase(2), about: phrase(20) })
  }
  for (let page = 0; page < count; page++) {
    const blocks = Array.from({ length: blockCount }, (_, index) => ({
      component: componentName(index),
      key: `b${index}`,
      data: {
        heading: phrase(4),
        body: phrase(40),
        ...(componentName(index) === 'quote' && { by: { id: `person-${random.below(people)}` } }),
      },
    }))
    const translations = blocks
      .flatMap(({ key }, index) =>
        texts.map(name => (isFlat ? `${name}${index}` : `sections/${key}/${name}`)),
      )
      .slice(0, translatedCount)
      .map(name => [name, phrase(12)])
    const flat = blocks.flatMap(({ data }, index) =>
      Object.entries(data).map(([name, value]) => [`${name}${index}`, value]),
    )
    const content = isFlat ? Object.fromEntries(flat) : { sections: blocks }
    yield live(
      'pages',
      pageId(page),
      { title: phrase(5), ...content },
      { [variant]: Object.fromEntries(translations) },
    )
  }
}

export const pageId = (page: number) => `page-${page}`

/** The entries of {@link toPageRecords}. */
export const entryCount = (pages: number) => pages + people

/** Components and a page of this many blocks, each with one text. */
export function* toLongPage(blocks: number): Generator<object> {
  yield* toModel(false)
  const sections = Array.from({ length: blocks }, (_, index) => ({
    ...{ component: 'text', key: `b${index}`, data: { heading: `Heading ${index}`, body: `Body ${index}` } },
  }))
  yield { ...{ type: 'entry', collection: 'pages', id: 'long', slug: 'long' }, data: { sections } }
}
