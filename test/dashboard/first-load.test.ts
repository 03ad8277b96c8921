// What a browser loads before the first page is shown, as it is packed: scripts, styles and fonts.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { DashboardPack, PackedAsset } from '../../src/dashboard/pack.ts'
import { readDashboardPack } from '../../src/dashboard/read-pack.ts'
import { projectFolder } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Bundling takes a while on a busy machine.
setDefaultTimeout(longTestMs)

const scriptBytesMax = 225_000

let pack: DashboardPack
beforeAll(async () => {
  const build = Bun.spawnSync([process.execPath, join(projectFolder, 'scripts/build-dashboard.ts')])
  expect(build.exitCode).toBe(0)
  pack = (await readDashboardPack())!
})

const find = (path: string) => pack.assets.find(asset => asset.path === path)!
const textOf = (asset: PackedAsset) => Buffer.from(asset.plain, 'base64').toString()
const bytesOf = ({ br, plain }: PackedAsset) => Buffer.from(br ?? plain, 'base64').length
const pathsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(match => match[1]!)

/** The scripts of the document and what they import, but for what is imported on demand. */
function firstScripts(): ReadonlySet<string> {
  const paths = new Set(pathsIn(pack.html, /src="([^"]+\.js)"/g))
  for (const path of paths) {
    const imported = pathsIn(textOf(find(path)), /(?:from|import) ?"([^"]+\.js)"/g)
    for (const name of imported) paths.add(name.replace(/^\.\//, '/assets/'))
  }
  return paths
}

test('no script needs what only the server has', () => {
  const scripts = pack.assets.filter(({ path }) => path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  const needing = scripts.filter(asset => /[^.\w]Buffer\.(?:from|alloc|concat)\(/.test(textOf(asset)))
  expect(needing.map(({ path }) => path)).toEqual([])
})

describe('the first page', () => {
  test('loads at most 225 kB of scripts, compressed, and leaves the page of an entry for later', () => {
    const scripts = [...firstScripts()]
    expect(scripts.length).toBeGreaterThan(0)
    const bytes = scripts.reduce((sum, path) => sum + bytesOf(find(path)), 0)
    expect(bytes).toBeGreaterThan(100_000)
    expect({ bytes, isSmall: bytes <= scriptBytesMax }).toEqual({ bytes, isSmall: true })
    const onDemand = scripts.flatMap(path => pathsIn(textOf(find(path)), /import\("([^"]+\.js)"\)/g))
    expect(onDemand.length).toBeGreaterThan(0)
    for (const path of onDemand) expect(scripts).not.toContain(path)
  })

  test('has its typeface in files of their own, which the style sheet names by what they contain', () => {
    const fonts = pack.assets.filter(({ type }) => type === 'font/woff2')
    expect(fonts.map(({ path }) => path.replace(/-[0-9a-f]{8}\.woff2$/, '')).sort()).toEqual(
      ['cyrillic', 'greek', 'latin-ext', 'latin'].map(subset => `/assets/inter-${subset}-wght-normal`),
    )
    const [sheet = ''] = pathsIn(pack.html, /href="([^"]+\.css)"/g)
    const styles = textOf(find(sheet))
    for (const { path, br, gzip } of fonts) {
      expect([styles.includes(`url(${path})`), br, gzip]).toEqual([true, null, null])
    }
    expect(styles).not.toContain('data:font')
    const preloaded = pathsIn(pack.html, /href="([^"]+\.woff2)"/g)
    expect(preloaded).toEqual([fonts.find(({ path }) => /inter-latin-wght/.test(path))!.path])
  })
})
