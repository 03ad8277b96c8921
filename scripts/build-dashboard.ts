// `npm run dashboard`: bundles the dashboard into dist/dashboard.pack, which the server serves and the executable
// embeds. Does nothing if the pack was built from the same sources.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { Glob } from 'bun'
import type { DashboardPack, PackedAsset } from '../src/dashboard/pack.ts'

const root = join(import.meta.dir, '..')
const packFile = join(root, 'dist/dashboard.pack')

async function fingerprint(): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const files = [...new Glob('dashboard/**/*').scanSync(root), 'package-lock.json', 'src/dashboard/pages.ts']
  for (const file of [...files, 'scripts/build-dashboard.ts'].sort()) {
    hasher.update(`${file}\0`).update(await Bun.file(join(root, file)).bytes())
  }
  return hasher.digest('hex')
}

function packAsset(name: string, type: string, bytes: Uint8Array): PackedAsset {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  return {
    path: `/assets/${name}`,
    type,
    plain: Buffer.from(bytes).toString('base64'),
    br: brotliCompressSync(bytes, quality).toString('base64'),
    gzip: gzipSync(bytes, { level: 9 }).toString('base64'),
  }
}

async function bundle(sources: string): Promise<DashboardPack> {
  const dashboard = await bundlePage('dashboard/index.html')
  const apiDocs = await bundlePage('dashboard/api-docs/index.html')
  const assets = [...dashboard.assets, ...apiDocs.assets]
  return { sources, html: dashboard.html, apiDocsHtml: apiDocs.html, assets }
}

async function bundlePage(entrypoint: string) {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, entrypoint)],
    tsconfig: join(root, 'dashboard/tsconfig.json'),
    target: 'browser',
    minify: true,
    splitting: true,
    publicPath: '/assets/',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  let html = ''
  const assets: PackedAsset[] = []
  for (const output of outputs) {
    const name = output.path.split('/').at(-1) ?? ''
    if (name.endsWith('.html')) html = await output.text()
    else assets.push(packAsset(name, output.type, new Uint8Array(await output.arrayBuffer())))
  }
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
  const kilobytes = pack.assets.reduce((sum, { br }) => sum + (br.length * 3) / 4, 0) / 1000
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`Bundled the dashboard in ${seconds} s: ${kilobytes.toFixed(0)} kB compressed.\n`)
}
