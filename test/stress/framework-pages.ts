// What the pages of the examples must show, by framework.
import { comesTrue } from '../kit/until.ts'
import type { DemoServer } from './demo-server.ts'
import type { FrameworkExample } from './framework-example.ts'
import type { Findings } from './runner.ts'

/** Short, because the test waits for it twice. */
export const revalidateSeconds = 5

const book = { slug: 'tide-tables', title: 'Tide Tables', author: 'Ragnhild Øyesvik' }
const newTitle = 'Tide Tables, Revised'

const isBook = (line: string) =>
  line.startsWith(`{"type":"entry","collection":"books","id":"book-${book.slug}"`)
/** Another title, and a description with what the libraries for rich text do not know by themselves. */
const retitled = (records: string[]) =>
  records.map(line => {
    if (!isBook(line)) return line
    const record = JSON.parse(line)
    record.liveData = { ...record.liveData, title: newTitle, description }
    return JSON.stringify(record)
  })

const description = [
  { _type: 'block', style: 'h2', children: [{ _type: 'span', text: 'Contents' }] },
  {
    _type: 'block',
    children: [
      { _type: 'span', text: 'H' },
      { _type: 'span', text: '2', marks: ['sub'] },
      { _type: 'span', text: 'O, the 4' },
      { _type: 'span', text: 'th', marks: ['sup'] },
    ],
  },
  {
    _type: 'block',
    children: [
      { _type: 'span', text: 'Events', marks: ['safe'] },
      { _type: 'span', text: 'Trick', marks: ['unsafe'] },
    ],
    markDefs: [
      { _type: 'link', _key: 'safe', href: '/events' },
      { _type: 'link', _key: 'unsafe', href: 'javascript:alert(1)' },
    ],
  },
  {
    _type: 'block',
    children: [
      { _type: 'span', text: 'The ' },
      { _type: 'span', text: 'next volume', marks: ['volume'] },
    ],
    markDefs: [{ _type: 'entryLink', _key: 'volume', entry: { id: 'book-marram' } }],
  },
  { _type: 'entry', entry: { id: 'book-marram' } },
  { _type: 'entry', entry: { id: 'book-of-nobody' } },
  { _type: 'table', header: true, rows: [rowOf('Port', 'Depth'), rowOf('Sund', '4 m')] },
  { _type: 'code', code: 'if (tide < 2) wait()' },
  { _type: 'break' },
]

function rowOf(...texts: string[]) {
  const blockOf = (text: string) => ({ _type: 'block', children: [{ _type: 'span', text }] })
  return { cells: texts.map(text => ({ content: [blockOf(text)] })) }
}

/** Frameworks put comments and line breaks between tags and texts. */
const withoutGaps = (html: string) => html.replaceAll(/<!--.*?-->|\s*\n\s*/g, '')
const parts = [
  /<a[^>]* href="\/events"[^>]*>Events<\/a>/,
  /Trick/,
  /<h2[^>]*>Contents<\/h2>/,
  /<sub[^>]*>2<\/sub>/,
  /<sup[^>]*>th<\/sup>/,
  /<pre[^>]*><code[^>]*>if \(tide &lt; 2\) wait\(\)/,
  /<hr/,
  /<a[^>]* href="\/books\/marram"[^>]*>next volume<\/a>/,
  /<aside[^>]*><a[^>]* href="\/books\/marram"[^>]*>Marram<\/a><\/aside>/,
  /<th[^>]*>.*Depth.*<td[^>]*>.*4 m/,
]
const showsDescription = (html: string) =>
  parts.every(part => part.test(withoutGaps(html))) && !/href="javascript:/.test(html)
const descriptionClaim =
  'it shows headings, safe links, links to entries, entries, tables, subscript, superscript, code and lines of rich text'

export async function checkAstro(
  example: FrameworkExample,
  server: DemoServer,
  findings: Findings,
): Promise<void> {
  const built = () => example.readFiles('dist')
  const decode = (text = '') => Buffer.from(text, 'latin1').toString()
  const page = `books/${book.slug}/index.html`
  findings.claim(
    [decode(built().get('index.html')), decode(built().get(page))].every(html => html.includes(book.author)),
    'the list and the page of a book show the name of its author, a reference',
  )
  const pages = built().size
  const rebuild = async () => {
    server.statuses.length = 0
    await example.build()
    return server.statuses.join(' ')
  }
  const second = await rebuild()
  findings.claim(/^304( 304)*$/.test(second), `a second build reads nothing but 304s (${second})`)
  findings.claim(
    built().size === pages && decode(built().get(page)).includes(book.author),
    'the second build has the same pages',
  )
  await server.publish(retitled)
  const third = await rebuild()
  findings.claim(
    third === '200' && decode(built().get(page)).includes(newTitle),
    `a changed book is read again (${third}) and shown`,
  )
  findings.claim(showsDescription(decode(built().get(page))), descriptionClaim)
  await server.publish(records => records.filter(line => !isBook(line)))
  await rebuild()
  findings.claim(
    !built().has(page) && built().size === pages - 1,
    'a book that is no longer published leaves',
  )
}

export async function checkNext(
  example: FrameworkExample,
  server: DemoServer,
  findings: Findings,
): Promise<void> {
  const site = await example.start()
  await claimPages(site.url, server.key, findings)
  // The page that is cached after the stale one was made after this moment, and stays until its time is over.
  let staleAt = 0
  const isCachedAgain = async () => {
    const sentAt = performance.now()
    const response = await fetch(site.url)
    await response.text()
    const state = response.headers.get('X-Nextjs-Cache')
    if (state === 'STALE') staleAt = sentAt
    return staleAt > 0 && state === 'HIT'
  }
  if (!(await comesTrue(isCachedAgain))) throw new Error('Next.js revalidates nothing.')
  await server.publish(retitled)
  const shown = async () => (await (await fetch(site.url)).text()).includes(newTitle)
  findings.claim(!(await shown()), 'the page shows the old title after a publication')
  findings.claim(await comesTrue(shown), 'it shows the new one later')
  const seconds = (performance.now() - staleAt) / 1000
  findings.claim(
    seconds >= revalidateSeconds,
    `not before ${revalidateSeconds} s have passed (${seconds.toFixed(1)})`,
  )
  const page = async () => (await fetch(`${site.url}/books/${book.slug}`)).text()
  findings.claim(await comesTrue(async () => showsDescription(await page())), descriptionClaim)
  await site.stop()
}

/** Rendered for each request. */
export async function checkServed(
  example: FrameworkExample,
  server: DemoServer,
  findings: Findings,
): Promise<void> {
  const site = await example.start()
  await claimPages(site.url, server.key, findings)
  await server.publish(retitled)
  const html = async () => (await fetch(`${site.url}/books/${book.slug}`)).text()
  findings.claim(
    await comesTrue(async () => (await html()).includes(newTitle)),
    'the page shows the new title after a publication',
  )
  findings.claim(showsDescription(await html()), descriptionClaim)
  await site.stop()
}

async function claimPages(url: string, key: string, findings: Findings): Promise<void> {
  const read = async (path: string) => {
    const response = await fetch(url + path)
    return { status: response.status, html: await response.text() }
  }
  const pages = [await read('/'), await read(`/books/${book.slug}`)]
  findings.claim(
    pages.every(({ html }) => html.includes(book.author)),
    'the list and the page of a book show the name of its author, a reference',
  )
  findings.claim(
    pages.every(({ html }) => !html.includes(key)),
    'the API key is in no page',
  )
  const missing = await read('/books/no-such-book')
  findings.claim(missing.status === 404, `a book that does not exist is a 404 (${missing.status})`)
}
