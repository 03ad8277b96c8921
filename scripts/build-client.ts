// `npm run client`: compiles client/src to client/dist and puts the pages about the API beside it. Does nothing if it was
// built from the same sources.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { keepLinks } from '../src/api-docs/page-links.ts'

const root = join(import.meta.dir, '..')
const stamp = join(root, 'dist/client.sources')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
/** What the package has of docs/: what a program that reads content needs. */
const pages = ['content-api.md', 'querying.md', 'rich-text.md', 'errors.md']

async function fingerprint(): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const sources = ['client/src/**/*', 'client/*.json'].flatMap(pattern => [
    ...new Glob(pattern).scanSync(root),
  ])
  const files = [
    ...sources,
    ...pages.map(page => `docs/${page}`),
    'scripts/build-client.ts',
    'src/api-docs/page-links.ts',
    'package-lock.json',
  ]
  for (const file of files.sort()) hasher.update(`${file}\0`).update(await Bun.file(join(root, file)).bytes())
  return hasher.digest('hex')
}

function compile(): void {
  const { exitCode, stdout } = Bun.spawnSync(['node', compiler, '-p', join(root, 'client')])
  if (exitCode !== 0) throw new Error(`The client does not compile:\n${stdout}`)
}

/** The compiler rewrites the extensions of imports in JavaScript only. */
async function rewriteImports(): Promise<void> {
  for (const path of new Glob('client/dist/**/*.d.ts').scanSync(root)) {
    const file = Bun.file(join(root, path))
    await Bun.write(file, (await file.text()).replaceAll(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'))
  }
}

async function copyPages(): Promise<void> {
  for (const page of pages) {
    const text = await Bun.file(join(root, 'docs', page)).text()
    await Bun.write(join(root, 'client/docs', page), keepLinks(text, new Set(pages)))
  }
}

const sources = await fingerprint()
// An installation without development dependencies serves, and publishes no package.
if (!existsSync(compiler)) process.exit()
const isBuilt = ['dist/index.js', ...pages.map(page => `docs/${page}`)].every(path =>
  existsSync(join(root, 'client', path)),
)
if (
  !isBuilt ||
  (await Bun.file(stamp)
    .text()
    .catch(() => '')) !== sources
) {
  for (const folder of ['dist', 'docs'])
    rmSync(join(root, 'client', folder), { recursive: true, force: true })
  compile()
  await rewriteImports()
  await copyPages()
  mkdirSync(join(root, 'dist'), { recursive: true })
  await Bun.write(stamp, sources)
  process.stdout.write('Built the client.\n')
}
