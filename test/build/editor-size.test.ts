// How much the editor of rich text adds to what a browser loads of the dashboard.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { projectFolder } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'

const addedBytesMax = 200_000

/** The scripts that a script loads at once, itself included. */
function loadedWith(start: string, scripts: ReadonlyMap<string, string>): Set<string> {
  const loaded = new Set([start])
  for (const name of loaded) {
    const text = scripts.get(name) ?? ''
    for (const [, target] of text.matchAll(/(?:from|import)\s*"\/assets\/([^"]+)"/g)) loaded.add(target!)
  }
  return loaded
}

test(
  `the editor of rich text is loaded by itself and adds at most ${addedBytesMax / 1000} kB`,
  async () => {
    const { outputs } = await Bun.build({
      entrypoints: ['index.html', 'fields/rich-text/rich-text-input.tsx'].map(file =>
        join(projectFolder, 'dashboard', file),
      ),
      tsconfig: join(projectFolder, 'dashboard/tsconfig.json'),
      target: 'browser',
      minify: true,
      splitting: true,
      publicPath: '/assets/',
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    const texts = outputs
      .filter(({ path }) => /\.(?:js|html)$/.test(path))
      .map(async output => [output.path.split('/').at(-1)!, await output.text()] as const)
    const scripts = new Map(await Promise.all(texts))
    const first = /src="\/assets\/([^"]+\.js)"/.exec(scripts.get('index.html') ?? '')?.[1] ?? ''
    const atStart = loadedWith(first, scripts)
    const editor = [...scripts]
      .filter(([, text]) => text.includes('ProseMirror-focused'))
      .map(([name]) => name)
    expect(editor).toHaveLength(1)
    expect(atStart).not.toContain(editor[0]!)
    const added = [...loadedWith(editor[0]!, scripts)].filter(name => !atStart.has(name))
    const bytes = added.reduce((sum, name) => sum + brotliCompressSync(scripts.get(name)!).length, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(addedBytesMax)
  },
  longTestMs,
)
