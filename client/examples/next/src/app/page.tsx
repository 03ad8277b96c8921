import Link from 'next/link'
import { listBooks, toImageUrl } from '../books'
import { Cover } from './cover'

export default async function Books() {
  return (
    <main>
      <h1>Books</h1>
      <ul className="books">
        {(await listBooks()).map(({ slug, data }) => (
          <li key={slug}>
            <Link href={`/books/${slug}`}>
              {data.cover && <Cover src={toImageUrl(data.cover)} alt="" />}
              <strong>{data.title}</strong>
            </Link>
            <span className="quiet">{data.author?.data.name}</span>
          </li>
        ))}
      </ul>
    </main>
  )
}
