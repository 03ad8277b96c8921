// Which modules of tests, scripts and bench a test file leads to, by the imports in the sources.
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Glob } from 'bun'

const root = join(import.meta.dir, '..')
const scanner = new Bun.Transpiler({ loader: 'ts' })
const known = new Map<string, readonly string[]>()

/** Paths relative to the root. */
export function listTestFiles(): readonly string[] {
  return [...new Glob('test/**/*.test.ts').scanSync(root)].sort()
}

/** True if one of the modules is among those that the file imports, directly or through others. */
export function leadsTo(file: string, modules: readonly string[]): boolean {
  const seen = new Set([file])
  for (const path of seen) {
    if (modules.includes(path)) return true
    for (const target of importsOf(path)) seen.add(target)
  }
  return false
}

function importsOf(path: string): readonly string[] {
  const before = known.get(path)
  if (before) return before
  const imports = scanner
    .scanImports(readFileSync(join(root, path), 'utf8'))
    .map(item => item.path)
    .filter(target => /^\.\.?\/.*\.tsx?$/.test(target))
    .map(target => relative(root, join(root, dirname(path), target)))
    // Source files never import test modules.
    .filter(target => !target.startsWith('src/') && !target.startsWith('dashboard/'))
  known.set(path, imports)
  return imports
}
