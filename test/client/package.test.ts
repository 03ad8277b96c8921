// The package as it is published: its files, its entries as compilers and bundlers see them, its size, and its README in
// a project that has nothing else.
import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import manifest from '../../client/package.json' with { type: 'json' }
import serverManifest from '../../package.json' with { type: 'json' }
import { installClient, type PackedClient, packClient, run } from '../kit/command/packed-client.ts'
import { createCommandLine, projectFolder } from '../kit/command/process.ts'

const bytesMax = { 'index.js': 4096, 'image.js': 2560 } as const
const previewBytesMax = 3072

let packed: PackedClient
let project: string
beforeAll(() => {
  packed = packClient()
  project = installClient(packed)
})

async function bundle(entry: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(project, 'node_modules/@frontlist/client/dist', entry)],
    target: 'browser',
    minify: true,
  })
  return outputs[0]!.text()
}

describe('the tarball', () => {
  test('has what is compiled, the pages about the API, README, CHANGELOG and LICENSE, and nothing else', () => {
    const others = packed.files.filter(path => !/^dist\/[\w/-]+\.(?:js|d\.ts)$/.test(path))
    expect(others).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'docs/content-api.md',
      'docs/errors.md',
      'docs/querying.md',
      'docs/rich-text.md',
      'package.json',
    ])
    const entries = Object.values(manifest.exports).flatMap(entry => Object.values(entry))
    for (const entry of entries) expect(packed.files).toContain(entry.slice(2))
    expect([manifest.version, manifest.license]).toEqual([serverManifest.version, serverManifest.license])
    expect(manifest).not.toHaveProperty('dependencies')
  })

  test('is without an error for publint', async () => {
    const tarball = (await Bun.file(packed.tarball).arrayBuffer()) as ArrayBuffer
    const { messages } = await publint({ pack: { tarball }, level: 'suggestion', strict: true })
    // Where the code is published is not known yet.
    expect(messages.filter(({ code }) => !code.includes('REPOSITORY'))).toEqual([])
  })

  test('has types that resolve for bundlers and for Node', async () => {
    const tarball = createPackageFromTarballData(await Bun.file(packed.tarball).bytes())
    const checked = await checkPackage(tarball)
    if (!checked.types) throw new Error('No types were found.')
    // Of CommonJS there is none, and `node10` reads no `exports`.
    const problems = checked.problems.filter(
      problem => !('resolutionKind' in problem && /^node10$|^node16-cjs$/.test(problem.resolutionKind)),
    )
    expect(problems).toEqual([])
  })
})

test('the README links to nothing that the tarball lacks', () => {
  const readme = readFileSync(join(project, 'node_modules/@frontlist/client/README.md'), 'utf8')
  const paths = [...readme.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path]) => path!)
  expect(paths).toContain('docs/querying.md')
  expect(paths.filter(path => !/^https?:/.test(path) && !packed.files.includes(path))).toEqual([])
})

describe('a bundle of it', () => {
  test.each(Object.entries(bytesMax))(
    'of %s is at most %d bytes, minified and compressed',
    async (entry, max) => {
      expect(gzipSync(await bundle(entry), { level: 9 }).length).toBeLessThanOrEqual(max)
    },
  )

  test('of preview.js is at most 3 kB, minified and not compressed', async () => {
    expect((await bundle('preview.js')).length).toBeLessThanOrEqual(previewBytesMax)
  })

  test.each(['index.js', 'astro.js', 'image.js', 'preview.js'])(
    'of %s has nothing of Node in it',
    async entry => {
      expect(await bundle(entry)).not.toMatch(/["']node:|\bprocess\b|\brequire\(|\bBuffer\b/)
    },
  )

  test('leaves out what is not imported', async () => {
    const file = join(project, 'one.js')
    writeFileSync(
      file,
      "import { isFrontlistError } from '@frontlist/client'\nconsole.log(isFrontlistError(1))",
    )
    const { outputs } = await Bun.build({ entrypoints: [file], target: 'browser', minify: true })
    expect((await outputs[0]!.text()).length).toBeLessThan(300)
  })
})

test("the README's examples compile, and the first runs against the demo, in a project with the tarball alone", async () => {
  const readme = readFileSync(join(project, 'node_modules/@frontlist/client/README.md'), 'utf8')
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
  const server = await createCommandLine().serve(['--demo'])
  const { url, key } = JSON.parse(server.stdout) as { url: string; key: string }
  const code = example.replace('http://localhost:3000', url)
  const globals = 'declare const process: { env: Record<string, string | undefined> }\n'
  writeFileSync(join(project, 'example.ts'), globals + code)
  // The same with the types of the demo, as the README says to use them.
  const types = readFileSync(join(projectFolder, 'client/examples/astro/src/frontlist.ts'), 'utf8')
  writeFileSync(join(project, 'frontlist.ts'), types)
  const model = "import type { Model } from './frontlist.js'\n"
  const typed = code.replace('createClient({', 'createClient<Model>({')
  expect(typed).not.toBe(code)
  writeFileSync(join(project, 'typed-example.ts'), globals + model + typed)
  const options = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', '--outDir', 'out']
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block!)
  writeFileSync(join(project, 'images.ts'), blocks.find(block => block.includes('/image'))!)
  for (const resolution of [
    ['--module', 'nodenext', '--moduleResolution', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ]) {
    const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc')
    run(['node', compiler, ...options, ...resolution, 'example.ts', 'typed-example.ts', 'images.ts'], project)
  }
  const output = run(['node', 'out/example.js'], project, { FRONTLIST_KEY: key })
  expect(output).toContain('tide-tables')
  expect(output).toContain('Ragnhild Øyesvik null')
  expect(output).toEndWith('entry_not_found\n')
  await server.stop()
  const image = {
    ...{ url: `/assets/demo/${'a'.repeat(64)}/a.jpg`, contentType: 'image/jpeg', width: 1600, height: 1200 },
    ...{ title: null, size: 1, alt: 'The "wall" & the sea' },
  }
  const print = `import('./out/images.js').then(m => console.log(m.toImageTag(${JSON.stringify(image)})))`
  const tag = run(['node', '-e', print], project)
  expect(tag).toContain('alt="The &#34;wall&#34; &#38; the sea"')
  expect(tag).toContain(`src="http://localhost:3000${image.url}?w=828`)
  expect(tag).toMatch(/sizes="50vw"[^>]* style="width: 50vw; height: auto;/)
})
