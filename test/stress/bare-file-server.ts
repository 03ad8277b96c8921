// A program: the least that serves files on this runtime. Answers each path of its order by `Bun.file` with the headers
// of the order, and nothing else.

export interface BareFile {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const files = new Map(Object.entries(JSON.parse(process.argv[2] ?? '{}') as Record<string, BareFile>))

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  fetch: ({ url }) => {
    const { path, headers } = files.get(url.slice(url.indexOf('/', 'http://'.length)))!
    return new Response(Bun.file(path), { headers })
  },
})
process.on('SIGTERM', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
