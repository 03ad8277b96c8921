// Which queries share a cached response: those that differ in writing only, and no others.
import { describe, expect, test } from 'bun:test'
import { selectionOf } from './query-bookshop-model.ts'

const textOf = (search: string) => selectionOf(`books?${search}`).canonicalText

describe('share a response', () => {
  const rows: readonly (readonly string[])[] = [
    [
      'filter[price]=9.5',
      'filter[price]=9.50',
      'filter[price][eq]=9.5',
      'filter[data.price]=9.5',
      'filter%5Bprice%5D=9.5',
      'filter[price][in]=9.5,9.50',
    ],
    ['filter[price]=0', 'filter[price]=-0', 'filter[price]=0.0'],
    ['filter[price][in]=20,0,14', 'filter[price][in]=14.0,0,20,0'],
    ['filter[title]=Caf%C3%A9', 'filter[title]=Cafe%CC%81', 'filter[title]=%43af%c3%a9'],
    ['filter[tags][all]=a,b', 'filter[tags][all]=b,a,b'],
    [
      'filter[price][gte]=5&filter[price][lt]=20',
      'filter[price][lt]=20&filter[price][gte]=5',
      'filter[data.price][lt]=20.0&filter[price][gte]=5',
    ],
    ['filter[author]=a1', 'filter[author.id]=a1', 'filter[author.id][in]=a1,a1', 'filter[data.author]=a1'],
    ['filter[author][exists]=true', 'filter[author.id][exists]=true'],
    ['any[price]=1&any[tags]=x', 'any.1[tags]=x&any[price]=1', 'any.3[tags]=x&any.3[price]=1'],
    ['any[price]=1&any.2[tags]=x', 'any[tags]=x&any.2[price]=1', 'any.4[tags]=x&any.2[price]=1.0'],
    ['not[tags]=sea&not[price]=1', 'not[price]=1&not[tags]=sea'],
    [
      'filter[releasedOn]=2024-03-07T00:00:00Z',
      'filter[releasedOn]=2024-03-07T00:00:00.000Z',
      'filter[releasedOn]=2024-03-07T02:00:00%2B02:00',
    ],
    [
      'filter[releasedOn][gt]=2024',
      'filter[releasedOn][gte]=2025',
      'filter[releasedOn][gte]=2025-01-01T00:00:00Z',
    ],
    ['sort=price', 'sort=data.price'],
    ['q=tide+tables', 'q=tables+tide', 'q=tide+tide+tables', 'q=tide%20tables!'],
    ['filter[price]=1&sort=title&q=x&queryVariant=de', 'queryVariant=de&q=x&sort=title&filter[price]=1'],
  ]
  test.each(rows.map(searches => [searches] as const))('%j', searches => {
    expect(new Set(searches.map(textOf)).size).toBe(1)
  })
})

describe('do not share a response', () => {
  const different = [
    'filter[price]=1',
    'filter[price]=2',
    'filter[price][ne]=1',
    'filter[price][gt]=1',
    'filter[price][gte]=1',
    'filter[price][lt]=1',
    'filter[price][lte]=1',
    'filter[price][exists]=true',
    'filter[price][exists]=false',
    'filter[price][in]=1,2',
    'filter[price][nin]=1,2',
    'filter[pages]=1',
    'filter[title]=1',
    'filter[title][eqi]=1',
    'filter[title][prefix]=1',
    'filter[title]=',
    'filter[slug]=1',
    'filter[data.slug]=1',
    'filter[id]=1',
    'filter[id][prefix]=1',
    'filter[tags]=1',
    'filter[tags][all]=1',
    'filter[tags][in]=1,2',
    'filter[tags]=1,2',
    'filter[tags][in]=1%5C,2,3',
    'filter[tags][in]=1,2,3',
    'filter[tags][all]=1,2',
    'filter[inPrint]=true',
    'filter[inPrint]=false',
    'filter[title]=true',
    'any[price]=1',
    'not[price]=1',
    'any[price]=1&any[pages]=1',
    'any[price]=1&any.2[pages]=1',
    'filter[price]=1&filter[pages]=1',
    'filter[author]=1',
    'filter[author.slug]=1',
    'filter[author.name]=1',
    'filter[author.country.name]=1',
    'filter[author.country]=1',
    'filter[author.id][prefix]=1',
    'filter[related.name]=1',
    'filter[related.author.name]=1',
    'filter[related]=1',
    'filter[author.collection]=1',
    'filter[extra.weight]=1',
    'filter[extra][exists]=true',
    'filter[releasedOn]=2024',
    'filter[releasedOn]=2024-01',
    'filter[releasedOn]=2024-01-01',
    'filter[releasedOn]=2024-01-01T00:00:00Z',
    'filter[releasedOn][lte]=2024',
    'filter[releasedOn][lt]=2024',
    'filter[publishedAt]=2024',
    'filter[firstPublishedAt]=2024',
    'sort=price',
    'sort=-price',
    'sort=price,pages',
    'sort=pages,price',
    'sort=slug',
    'sort=data.slug',
    'sort=id',
    'q=price',
    'q=pric',
    'q=price+1',
    'queryVariant=de',
    'queryVariant=DE',
    'queryVariant=de&sort=price',
    'filter[title]=a',
    'filter[title]=A',
    'filter[title]=%C3%A0',
    'filter[title][eqi]=a',
    'filter[title]=%5B%22a%22%5D',
  ]
  test('queries that may mean different things', () => {
    const byText = Map.groupBy(different, textOf)
    expect([...byText.values()].filter(group => group.length > 1)).toEqual([])
  })

  test('queries of two collections', () => {
    expect(selectionOf('authors?filter[name]=x').canonicalText).not.toBe(
      selectionOf('countries?filter[name]=x').canonicalText,
    )
  })
})
