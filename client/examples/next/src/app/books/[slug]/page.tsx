import Link from 'next/link'
import { notFound } from 'next/navigation'
import { findBook, listBooks, toImageUrl } from '../../../books'
import { Cover } from '../../cover'
import { RichText } from '../../rich-text'

export async function generateStaticParams() {
  return (await listBooks()).map(({ slug }) => ({ slug }))
}

export default async function Book({ params }: PageProps<'/books/[slug]'>) {
  const book = await findBook((await params).slug)
  if (!book) notFound()
  const { title, subtitle, author, series, blurb, description, cover } = book.data
  return (
    <main>
      <p>
        <Link href="/">Books</Link>
      </p>
      <article className="book">
        {cover && <Cover src={toImageUrl(cover)} alt={cover.alt ?? cover.title ?? ''} />}
        <div>
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
          <p className="quiet">{[author?.data.name, series?.data.name].filter(Boolean).join(', ')}</p>
          <p>{blurb}</p>
          {description && <RichText value={description} />}
        </div>
      </article>
    </main>
  )
}
