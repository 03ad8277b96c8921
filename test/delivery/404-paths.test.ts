// Contract 1.5 and 1.8: paths that name nothing, each answered by a 404 in the one shape.
import { describe, expect, test } from 'bun:test'
import { foreignCanary, openLibrary } from '../kit/app/library-space.ts'
import { describeRows, type RequestRow } from '../kit/app/request-rows.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { draftCanary } from '../kit/app/test-space.ts'
import { entryReads } from '../kit/database/statements.ts'

const never = [draftCanary, foreignCanary]

const missing = (name: string, path: string, code: string): RequestRow => ({
  name,
  path,
  status: 404,
  code,
  never,
  responses: { ETag: null, 'Cache-Control': 'no-store' },
})

describeRows('collection_not_found', [
  ...[
    ['is a name that there is not', '/nowhere'],
    ['is a name in another case', '/Books'],
    ['is a collection of another space', '/theirs'],
    ['is an encoded slash in the name', '/books%2F'],
    ['is an encoded path', '/books%2Ftide-tables'],
    ['is bad percent-encoding in the name', '/%zz'],
    ['is half an escape', '/books%'],
    ['is bytes that are no UTF-8', '/%ff%fe'],
    ['is an overlong encoding of a slash', '/%c0%af'],
    ['is NUL behind the name', '/books%00'],
    ['is a control character in the name', '/books%0a'],
    ['is DEL', '/%7f'],
    ['is a C1 control character', '/%C2%85'],
    ['is a space behind the name', '/books%20'],
    ['is a plus, which is no space in a path', '/books+'],
    ['is a name of its own kind', '/__proto__'],
    ['is a wildcard', '/*'],
    ['is the placeholder itself', '/:collection'],
    ['is SQL', "/books'%20or%20'1'='1"],
    ['is a name that is very long', `/${'b'.repeat(5000)}`],
    ['is a full-width letter', '/%EF%BD%82ooks'],
    ['comes before a missing entry', '/nowhere/nothing'],
    ['comes with an entry of another space', '/theirs/t1'],
    ['comes with a slug that can be none', '/nowhere/%00'],
  ].map(([name, path]) => missing(name!, path!, 'collection_not_found')),
])

describeRows('entry_not_found', [
  ...[
    ['is a slug that there is not', '/books/nothing'],
    ['is a draft', '/books/secret'],
    ['is an id that is not the slug', '/books/b-tide'],
    ['is an entry of another collection', '/books/wren'],
    ['is an entry of another space', '/books/b-theirs'],
    ['is a slug in another case', '/books/Tide-Tables'],
    ['is a slug with a space behind', '/books/tide-tables%20'],
    ['is bad percent-encoding', '/books/tide-tables%'],
    ['is bytes that are no UTF-8', '/books/%ff'],
    ['is a surrogate as three bytes', '/books/%ed%a0%80'],
    ['is NUL', '/books/%00'],
    ['is NUL behind a slug', '/books/tide-tables%00'],
    ['is a control character', '/books/tide%0Atables'],
    ['is a C1 control character', '/books/tide-tables%C2%9F'],
    ['is DEL', '/books/tide-tables%7F'],
    ['is a slug encoded twice', '/books/kelp%252Ffor%2520supper'],
    ['is a slug decoded twice', '/books/a%2Fb'],
    ['is a plus for a space', '/books/kelp%2Ffor+supper'],
    ['is one character less', `/books/${encodeURIComponent('ü'.repeat(254))}`],
    ['is one character more', `/books/${encodeURIComponent('ü'.repeat(256))}`],
    ['is an encoded trailing slash', '/books/tide-tables%2F'],
    ['is a backslash, encoded', '/books/tide-tables%5C'],
    ['is a wildcard of SQL', '/books/tide%25'],
    ['is a question mark, encoded', '/books/tide-tables%3Fdepth=1'],
  ].map(([name, path]) => missing(name!, path!, 'entry_not_found')),
])

describeRows('not_found', [
  ...[
    ['is a trailing slash behind a collection', '/books/'],
    ['is a trailing slash behind a slug', '/books/tide-tables/'],
    ['is a bare slash inside a slug', '/books/kelp/for%20supper'],
    ['is an empty collection', '/'],
    ['is an empty collection with a slug', '//tide-tables'],
    ['is a slug and more', '/books/tide-tables/data'],
    ['is a dot, which every client resolves away', '/books/%2e'],
    ['is a way out of the API', '/books/..%2f..'.replace('%2f', '/')],
    ['is the API in another version', '/api/v2/public/content/books'],
    ['is the API in another case', '/API/v1/public/content/books'],
    ['is the API without a collection', '/api/v1/public/content'],
    ['is a path with a doubled slash', '/api/v1//public/content/books'],
    ['is the metrics page where nobody asked for it', '/metrics'],
  ].map(([name, path]) => missing(name!, path!, 'not_found')),
])

test('an entry that is unpublished, missing, of another collection or space, or impossible is the same 404 but for the id of the request', async () => {
  const library = await openLibrary()
  const bodies = new Set<string>()
  const headers = new Set<string>()
  for (const slug of ['secret', 'nothing', 'wren', 'b-theirs', 'b-gone', '%00', '%zz', 'tide-tables%2F']) {
    for (const query of ['', '?depth=3&variants=vip']) {
      const response = await readResponse(await library.get(`/content/books/${slug}${query}`))
      const { requestId } = readProblem(response)
      bodies.add(response.text.replace(requestId, ''))
      headers.add(
        JSON.stringify(
          [...new Headers(response.headers as Headers)].filter(
            ([name]) => name !== 'x-request-id' && name !== 'content-length',
          ),
        ),
      )
    }
  }
  expect(bodies.size).toBe(1)
  expect(headers.size).toBe(1)
})

test('a collection of another space answers as a missing one but for the name, whatever stands behind it', async () => {
  const library = await openLibrary()
  const bodies = new Set<string>()
  for (const path of ['theirs', 'nowhere', 'theirs/t1', 'nowhere/t1', 'theirs?depth=2']) {
    const response = await readResponse(await library.get(`/content/${path}`))
    const [sent] = /^\w+/.exec(path)!
    expect(readProblem(response).detail).toBe(`No collection \`${sent}\` in this space.`)
    bodies.add(response.text.replace(readProblem(response).requestId, '').replace(sent, ''))
  }
  expect(bodies.size).toBe(1)
})

describe('the 404 of a collection', () => {
  test.each([
    ['book', 'books'],
    ['bokos', 'books'],
    ['Books', 'books'],
    ['boks', 'books'],
    ['notse', 'notes'],
    // Of another space, near to nothing in this one.
    ['their', null],
    ['no', null],
    ['pamphlets', null],
  ])('of %s proposes %s: a near name of the same space, or none', async (sent, near) => {
    const library = await openLibrary()
    const { detail } = readProblem(await readResponse(await library.get(`/content/${sent}`)))
    const proposal = near === null ? '' : ` Did you mean \`${near}\`?`
    expect(detail).toBe(`No collection \`${sent}\` in this space.${proposal}`)
  })

  test('repeats nothing that cannot be a name', async () => {
    const library = await openLibrary()
    for (const sent of ['%00', '%zz', 'books%20', `${'b'.repeat(5000)}`, '%3Cscript%3E']) {
      const { detail } = readProblem(await readResponse(await library.get(`/content/${sent}`)))
      expect(detail).toBe('No such collection in this space.')
    }
  })
})

test('text that can be no name reaches no statement', async () => {
  const library = await openLibrary()
  for (const text of ['%00', 'a%0Ab', '%7F', '%C2%85', '%ff', '%zz']) {
    library.statements.length = 0
    await library.get(`/content/books/${text}`)
    expect(entryReads(library.statements)).toBe(0)
    library.statements.length = 0
    await library.get(`/content/${text}`)
    expect(library.statements.length).toBe(1)
  }
})
