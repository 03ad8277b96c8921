import Link from 'next/link'
import { listBooks, toImageUrl } from '../books'

export default async function Books() {
  return (
    <main>
      <h1>Books</h1>
      <ul className="books">
        {(await listBooks()).map(({ slug, data }) => (
          <li key={slug}>
            <Link href={`/books/${slug}`}>
              {data.cover && <img src={toImageUrl(data.cover)} alt="" width="400" height="600" />}
              <strong>{data.title}</strong>
            </Link>
            <span className="quiet">{data.author?.data.name}</span>
          </li>
        ))}
      </ul>
    </main>
  )
}
