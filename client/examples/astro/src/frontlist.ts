// Made by frontlist-types out of the model of http://localhost:3000. Do not edit.
import type { Asset, Depth, Entry, Many, One, RichText, Where } from '@frontlist/client'

/** Authors */
export interface AuthorsData {
  name: string | null
  sortName: string | null
  livesIn: string | null
  firstPublished: number | null
  languages: string[]
  tagline: string | null
  bio: RichText | null
  portrait: Asset | null
  links: unknown
  books: Many<'books'>
  recommends: One<'books'>
}

/** Books */
export interface BooksData {
  title: string | null
  subtitle: string | null
  localSlug: string | null
  author: One<'authors'>
  translator: One<'authors'>
  series: One<'series'>
  volume: number | null
  categories: Many<'categories'>
  catalogueNumber: string | null
  pages: number | null
  price: number | null
  currency: string | null
  inPrint: boolean | null
  releasedOn: string | null
  blurb: string | null
  description: RichText | null
  cover: Asset | null
  gallery: Asset[]
  formats: unknown
  printRuns: number[]
  tags: string[]
  tradeTerms: unknown
  related: Many<'books'>
}

/** Categories */
export interface CategoriesData {
  name: string | null
  description: string | null
  shelf: string | null
  parent: One<'categories'>
}

/** Events */
export interface EventsData {
  title: string | null
  kind: string | null
  startsAt: string | null
  endsAt: string | null
  sessions: string[]
  venue: string | null
  location: unknown
  tideHeight: number | null
  free: boolean | null
  ticketPrice: number | null
  seats: number | null
  description: RichText | null
  authors: Many<'authors'>
  books: Many<'books'>
}

/** Pages */
export interface PagesData {
  title: string | null
  summary: string | null
  body: RichText | null
  settings: unknown
  blocks: Many
}

/** Panels */
export interface PanelsData {
  kind: string | null
  heading: string | null
  body: string | null
  image: Asset | null
  target: One
  items: Many<'books' | 'authors'>
}

/** Journal */
export interface PostsData {
  title: string | null
  byline: string | null
  author: One<'authors'>
  standfirst: string | null
  body: RichText | null
  image: Asset | null
  minutes: number | null
  tags: string[]
  related: Many<'posts' | 'books' | 'events'>
}

/** Reviews */
export interface ReviewsData {
  quote: string | null
  source: string | null
  stars: number | null
  reviewedOn: string | null
  book: One<'books'>
}

/** Series */
export interface SeriesData {
  name: string | null
  description: string | null
  editor: One<'authors'>
  plannedVolumes: number | null
  complete: boolean | null
  trim: unknown
  books: Many<'books'>
}

type TextFilter = Where<'eq' | 'ne' | 'in' | 'nin' | 'eqi' | 'prefix' | 'exists', string>
type NumberFilter = Where<'eq' | 'ne' | 'in' | 'nin' | 'lt' | 'lte' | 'gt' | 'gte' | 'exists', number>
type TextListFilter = Where<'eq' | 'ne' | 'in' | 'nin' | 'all' | 'eqi' | 'prefix' | 'exists', string>
type PresenceFilter = Where<'exists', never>
type ReferenceListFilter<To extends string = string> = Where<'eq' | 'ne' | 'in' | 'nin' | 'all' | 'exists', string, To>
type ReferenceFilter<To extends string = string> = Where<'eq' | 'ne' | 'in' | 'nin' | 'exists', string, To>
type BooleanFilter = Where<'eq' | 'ne' | 'exists', boolean>
type TimeFilter = Where<'eq' | 'ne' | 'in' | 'nin' | 'lt' | 'lte' | 'gt' | 'gte' | 'exists', string | Date>
type NumberListFilter = Where<'eq' | 'ne' | 'in' | 'nin' | 'all' | 'lt' | 'lte' | 'gt' | 'gte' | 'exists', number>
type TimeListFilter = Where<'eq' | 'ne' | 'in' | 'nin' | 'all' | 'lt' | 'lte' | 'gt' | 'gte' | 'exists', string | Date>

export interface Model {
  authors: {
    data: AuthorsData
    filter: {
      name: TextFilter
      sortName: TextFilter
      livesIn: TextFilter
      firstPublished: NumberFilter
      languages: TextListFilter
      tagline: TextFilter
      bio: PresenceFilter
      portrait: PresenceFilter
      links: PresenceFilter
      books: ReferenceListFilter<'books'>
      recommends: ReferenceFilter<'books'>
    }
    sort: 'name' | 'sortName' | 'livesIn' | 'firstPublished' | 'tagline'
  }
  books: {
    data: BooksData
    filter: {
      title: TextFilter
      subtitle: TextFilter
      localSlug: TextFilter
      author: ReferenceFilter<'authors'>
      translator: ReferenceFilter<'authors'>
      series: ReferenceFilter<'series'>
      volume: NumberFilter
      categories: ReferenceListFilter<'categories'>
      catalogueNumber: TextFilter
      pages: NumberFilter
      price: NumberFilter
      currency: TextFilter
      inPrint: BooleanFilter
      releasedOn: TimeFilter
      blurb: TextFilter
      description: PresenceFilter
      cover: PresenceFilter
      gallery: PresenceFilter
      formats: PresenceFilter
      'formats.format': TextListFilter
      'formats.grams': NumberListFilter
      printRuns: NumberListFilter
      tags: TextListFilter
      related: ReferenceListFilter<'books'>
    }
    sort: 'title' | 'subtitle' | 'localSlug' | 'volume' | 'catalogueNumber' | 'pages' | 'price' | 'currency' | 'inPrint' | 'releasedOn' | 'blurb'
  }
  categories: {
    data: CategoriesData
    filter: {
      name: TextFilter
      description: TextFilter
      shelf: TextFilter
      parent: ReferenceFilter<'categories'>
    }
    sort: 'name' | 'description' | 'shelf'
  }
  events: {
    data: EventsData
    filter: {
      title: TextFilter
      kind: TextFilter
      startsAt: TimeFilter
      endsAt: TimeFilter
      sessions: TimeListFilter
      venue: TextFilter
      location: PresenceFilter
      'location.place': TextFilter
      'location.steps': NumberFilter
      tideHeight: NumberFilter
      free: BooleanFilter
      ticketPrice: NumberFilter
      seats: NumberFilter
      description: PresenceFilter
      authors: ReferenceListFilter<'authors'>
      books: ReferenceListFilter<'books'>
    }
    sort: 'title' | 'kind' | 'startsAt' | 'endsAt' | 'venue' | 'tideHeight' | 'free' | 'ticketPrice' | 'seats'
  }
  pages: {
    data: PagesData
    filter: {
      title: TextFilter
      summary: TextFilter
      body: PresenceFilter
      settings: PresenceFilter
      blocks: ReferenceListFilter
    }
    sort: 'title' | 'summary'
  }
  panels: {
    data: PanelsData
    filter: {
      kind: TextFilter
      heading: TextFilter
      body: TextFilter
      image: PresenceFilter
      target: ReferenceFilter
      items: ReferenceListFilter<'books' | 'authors'>
    }
    sort: 'kind' | 'heading' | 'body'
  }
  posts: {
    data: PostsData
    filter: {
      title: TextFilter
      byline: TextFilter
      author: ReferenceFilter<'authors'>
      standfirst: TextFilter
      body: PresenceFilter
      image: PresenceFilter
      minutes: NumberFilter
      tags: TextListFilter
      related: ReferenceListFilter<'posts' | 'books' | 'events'>
    }
    sort: 'title' | 'byline' | 'standfirst' | 'minutes'
  }
  reviews: {
    data: ReviewsData
    filter: {
      quote: TextFilter
      source: TextFilter
      stars: NumberFilter
      reviewedOn: TimeFilter
      book: ReferenceFilter<'books'>
    }
    sort: 'quote' | 'source' | 'stars' | 'reviewedOn'
  }
  series: {
    data: SeriesData
    filter: {
      name: TextFilter
      description: TextFilter
      editor: ReferenceFilter<'authors'>
      plannedVolumes: NumberFilter
      complete: BooleanFilter
      trim: PresenceFilter
      books: ReferenceListFilter<'books'>
    }
    sort: 'name' | 'description' | 'plannedVolumes' | 'complete'
  }
}

export type AuthorsEntry<D extends Depth = 0> = Entry<Model, 'authors', D>
export type BooksEntry<D extends Depth = 0> = Entry<Model, 'books', D>
export type CategoriesEntry<D extends Depth = 0> = Entry<Model, 'categories', D>
export type EventsEntry<D extends Depth = 0> = Entry<Model, 'events', D>
export type PagesEntry<D extends Depth = 0> = Entry<Model, 'pages', D>
export type PanelsEntry<D extends Depth = 0> = Entry<Model, 'panels', D>
export type PostsEntry<D extends Depth = 0> = Entry<Model, 'posts', D>
export type ReviewsEntry<D extends Depth = 0> = Entry<Model, 'reviews', D>
export type SeriesEntry<D extends Depth = 0> = Entry<Model, 'series', D>
