// `npm run dashboard`: bundles the dashboard into dist/dashboard.pack, which the server serves and the executable
// embeds. Does nothing if the pack was built from the same sources.
import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BunPlugin, Glob } from 'bun'
import type { DashboardPack, PackedAsset } from '../src/dashboard/pack.ts'

const root = join(import.meta.dir, '..')
const packFile = join(root, 'dist/dashboard.pack')

/** The server's files that the dashboard imports, directly or through one another. */
const sharedWithServer = [
  'src/access/rights.ts',
  'src/base/**/*',
  'src/content/fields/**/*',
  'src/content/model/preview-url.ts',
  'src/content/model/query-model.ts',
  'src/content/rich-text/*',
  'src/content/values/*',
  'src/dashboard/pages.ts',
]

const patterns = ['dashboard/**/*', 'client/src/codegen/*', ...sharedWithServer]
const sourceFiles = new Set(patterns.flatMap(pattern => [...new Glob(pattern).scanSync(root)]))

async function fingerprint(): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const files = [...sourceFiles, 'package-lock.json', 'scripts/build-dashboard.ts']
  for (const file of files.sort()) {
    hasher.update(`${file}\0`).update(await Bun.file(join(root, file)).bytes())
  }
  return hasher.digest('hex')
}

/** Throws if a change of a bundled file would not change the fingerprint. */
function requireKnown(inputs: readonly string[]): void {
  const unknown = inputs
    .map(input => relative(root, resolve(input)))
    .filter(file => !file.startsWith('node_modules/') && !sourceFiles.has(file))
  if (unknown.length > 0)
    throw new Error(`Add to the sources in scripts/build-dashboard.ts: ${unknown.join(', ')}`)
}

function packAsset(name: string, type: string, bytes: Uint8Array): PackedAsset {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  const isCompressed = type === fontType
  return {
    path: `/assets/${name}`,
    type,
    plain: Buffer.from(bytes).toString('base64'),
    br: isCompressed ? null : brotliCompressSync(bytes, quality).toString('base64'),
    gzip: isCompressed ? null : gzipSync(bytes, { level: 9 }).toString('base64'),
  }
}

const fontType = 'font/woff2'

/**
 * Keeps fonts files of their own. The bundler would write them into the style sheet, so that all of them would be
 * loaded, and the policy of the document would refuse them.
 */
function fontFiles() {
  const assets: PackedAsset[] = []
  /** From what a style sheet or a document calls the file to its path on the server. */
  const paths = new Map<string, string>()
  const plugin: BunPlugin = {
    name: 'font files',
    setup({ onResolve }) {
      onResolve({ filter: /\.woff2$/ }, ({ path: name }) => {
        const bytes = readFileSync(join(root, 'node_modules', name))
        const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 8)
        const asset = packAsset(basename(name).replace('.woff2', `-${hash}.woff2`), fontType, bytes)
        if (!paths.has(name)) assets.push(asset)
        paths.set(name, asset.path)
        return { path: asset.path, external: true }
      })
    },
  }
  return { plugin, assets, paths }
}

async function bundle(sources: string): Promise<DashboardPack> {
  const dashboard = await bundlePage('dashboard/index.html')
  const apiDocs = await bundlePage('dashboard/api-docs/index.html')
  // Both pages have the same fonts, whose paths say what is in them.
  const byPath = new Map([...dashboard.assets, ...apiDocs.assets].map(asset => [asset.path, asset]))
  return { sources, html: dashboard.html, apiDocsHtml: apiDocs.html, assets: [...byPath.values()] }
}

async function bundlePage(entrypoint: string) {
  const fonts = fontFiles()
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(root, entrypoint)],
    tsconfig: join(root, 'dashboard/tsconfig.json'),
    target: 'browser',
    minify: true,
    splitting: true,
    publicPath: '/assets/',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [fonts.plugin],
    metafile: true,
  })
  requireKnown(Object.keys(metafile?.inputs ?? {}))
  let html = ''
  const assets: PackedAsset[] = fonts.assets
  for (const output of outputs) {
    const name = output.path.split('/').at(-1) ?? ''
    if (name.endsWith('.html')) html = await output.text()
    else assets.push(packAsset(name, output.type, new Uint8Array(await output.arrayBuffer())))
  }
  // In a document the bundler leaves the address of a file of its own as it was written.
  for (const [name, path] of fonts.paths) html = html.replaceAll(name, path)
  return { html, assets }
}

const sources = await fingerprint()
const before = (await Bun.file(packFile)
  .json()
  .catch(() => null)) as DashboardPack | null
if (before?.sources !== sources) {
  const started = performance.now()
  const pack = await bundle(sources)
  mkdirSync(join(root, 'dist'), { recursive: true })
  await Bun.write(packFile, JSON.stringify(pack))
  const kilobytes = pack.assets.reduce((sum, { br, plain }) => sum + ((br ?? plain).length * 3) / 4, 0) / 1000
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`Bundled the dashboard in ${seconds} s: ${kilobytes.toFixed(0)} kB compressed.\n`)
}
