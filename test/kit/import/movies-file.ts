// 36,273 movies as NDJSON: casts and genres are separate entries, so 64,944 entries in all. Slugs are Wikipedia's
// hrefs and titles, so there are many duplicates.
import { readdirSync } from 'node:fs'
import { dataPath, readData } from './real-data.ts'

interface Movie {
  readonly title: string
  readonly year: number
  readonly cast: readonly string[]
  readonly genres: readonly string[]
  readonly href: string | null
  readonly extract?: string
  readonly thumbnail?: string
  readonly thumbnail_width?: number
  readonly thumbnail_height?: number
}

export interface MovieFile {
  readonly movies: number
  readonly entries: number
  readonly references: number
  /** How many movies have the slug of an earlier one. */
  readonly repeatedSlugs: number
}

const model = [
  {
    apiName: 'movies',
    name: 'Movies',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'year', type: 'integer' },
      { apiName: 'extract', type: 'text' },
      { apiName: 'thumbnail', type: 'asset' },
      { apiName: 'cast', type: 'reference', to: ['people'], many: true },
      { apiName: 'genres', type: 'reference', to: ['genres'], many: true },
    ],
  },
  { apiName: 'people', name: 'People', fields: [{ apiName: 'name', type: 'text' }] },
  { apiName: 'genres', name: 'Genres', fields: [{ apiName: 'name', type: 'text' }] },
]

export async function writeMovies(file: string): Promise<MovieFile> {
  const movies = readdirSync(dataPath('movies'))
    .filter(name => name.startsWith('movies-'))
    .sort()
    .flatMap(name => readData<Movie[]>(`movies/${name}`))
  const people = numbered(
    'p',
    movies.flatMap(movie => movie.cast),
  )
  const genres = numbered(
    'g',
    movies.flatMap(movie => movie.genres),
  )
  const publishedAt = (index: number) => new Date(Date.UTC(2020, 0, 1) + (index % 5000) * 1000).toISOString()
  const writer = Bun.file(file).writer()
  const write = (record: object) => void writer.write(`${JSON.stringify(record)}\n`)
  let references = 0
  for (const collection of model) write({ type: 'collection', ...collection })
  movies.forEach((movie, index) => {
    const { title, year, extract, thumbnail, thumbnail_width: width, thumbnail_height: height } = movie
    const cast = movie.cast.map(name => ({ id: people.get(name) }))
    const kinds = movie.genres.map(name => ({ id: genres.get(name) }))
    references += cast.length + kinds.length
    write({
      type: 'entry',
      collection: 'movies',
      id: `m${index}`,
      slug: movie.href || title,
      publishedAt: publishedAt(index),
      liveData: {
        title,
        year,
        extract,
        ...(thumbnail && { thumbnail: { url: thumbnail, width, height } }),
        cast,
        genres: kinds,
      },
    })
  })
  for (const [collection, names] of [
    ['people', people],
    ['genres', genres],
  ] as const) {
    for (const [name, id] of names) {
      // One name is `.`, which is invalid in a path: its slug is its id.
      const slug = name === '.' ? undefined : name
      write({ type: 'entry', collection, id, slug, publishedAt: publishedAt(0), liveData: { name } })
    }
  }
  await writer.end()
  const distinct = new Set(movies.map(movie => movie.href || movie.title)).size
  return {
    movies: movies.length,
    entries: movies.length + people.size + genres.size,
    references,
    repeatedSlugs: movies.length - distinct,
  }
}

function numbered(prefix: string, names: readonly string[]): Map<string, string> {
  return new Map([...new Set(names)].map((name, index) => [name, `${prefix}${index}`]))
}
