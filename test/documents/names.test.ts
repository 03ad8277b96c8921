// Whatever the documents name is there: files, npm scripts, settings, error codes, and every word in backticks.
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import manifest from '../../package.json' with { type: 'json' }
import { testVariables } from '../../scripts/test-runs.ts'
import { errorTable } from '../../src/base/error-table.ts'
import { scopes } from '../../src/base/scopes.ts'
import { variables } from '../../src/config.ts'
import { blocksOf, documents, readText, root, sectionOf, spansOf } from './documents.ts'

const folders = /^(?:src|test|scripts|docs|bench|\.ci)\//
const rootFiles = /^(?:[\w.-]+\.(?:md|json|ts)|\.env\.example|Dockerfile|LICENSE)$/

/** Paths with a place to fill in are patterns: `src/database/migrations/NNNN-name.ts`. */
function missingFiles(spans: readonly string[]): string[] {
  const paths = spans.filter(span => folders.test(span) || rootFiles.test(span))
  const patterns = /NNNN|[…*]/
  return paths.filter(path => !patterns.test(path) && !existsSync(join(root, path)) && !isNamedInModule(path))
}

/** `openapi.json` stands in the root, a bare `schema.ts` in a folder; `.store.ts` is how names of files end. */
function isNamedInModule(path: string): boolean {
  const pattern = path.startsWith('.') ? `*${path}` : path
  return !path.includes('/') && [...new Glob(`{src,test}/**/${pattern}`).scanSync(root)].length > 0
}

const sourceText = [
  '{src,scripts,bench}/**/*.{ts,tsx,ndjson}',
  'client/src/**/*.ts',
  'client/examples/*/src/*.ts',
  'test/kit/**/*.ts',
  '*.json',
  'compose*.yaml',
  '.env.example',
  'Dockerfile',
]
  .flatMap(pattern => [...new Glob(pattern).scanSync({ cwd: root, dot: true })])
  .filter(path => path !== 'package-lock.json')
  .map(path => readFileSync(join(root, path), 'utf8'))
  .join('\n')
const words = new Set(sourceText.match(/[A-Za-z_$][\w$]*/g))

/** What people fill in, and words of other people's interfaces. */
const foreign = new Set([
  'FRONTLIST_KEY',
  'WRITE_KEY',
  'SLUG',
  'EXPERIENCE',
  'FILE',
  'permalink',
  'msg',
  'pathname',
  'handle',
  'identity',
  'br',
  'NOTIFY',
  'NORMAL',
  'FULL',
  'URLSearchParams',
  'escapeHTML',
])

/** `own` are those of the document's functions, which guides.test.ts and clients.test.ts run. */
function unknownWords(spans: readonly string[], own: ReadonlySet<string> = new Set()): string[] {
  return spans.filter(
    span => /^[A-Za-z_$][\w$]*$/.test(span) && !words.has(span) && !foreign.has(span) && !own.has(span),
  )
}

function functionsIn(text: string): Set<string> {
  const code = blocksOf(text).flatMap(({ language, content }) =>
    /^(?:js|python)$/.test(language) ? [content] : [],
  )
  return new Set([...code.join('\n').matchAll(/\b(?:function\*?|def) (\w+)/g)].map(([, name = '']) => name))
}

/** Upper case with an underscore, or with a value: a setting. */
function unknownSettings(spans: readonly string[]): string[] {
  const names = spans.flatMap(
    span => /^([A-Z]+(?:_[A-Z]+)+)(?:=.*)?$|^([A-Z]+)=.*$/.exec(span)?.slice(1) ?? [],
  )
  return names.filter(
    name =>
      name !== undefined &&
      !Object.hasOwn(variables, name) &&
      !testVariables.includes(name) &&
      !foreign.has(name),
  )
}

function unknownScripts(text: string): string[] {
  const own = [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(match => match[1] ?? '')
  return own.filter(name => !Object.hasOwn(manifest.scripts, name))
}

describe.each(documents.map(document => [document.path, document.text] as const))('%s', (_, text) => {
  const spans = spansOf(text)

  test('names files that exist', () => {
    expect(missingFiles(spans)).toEqual([])
  })

  test('names words that the source has', () => {
    expect(unknownWords(spans, functionsIn(text))).toEqual([])
  })

  test('names settings and npm scripts that there are', () => {
    expect(unknownSettings(spans)).toEqual([])
    expect(unknownScripts(text)).toEqual([])
  })
})

describe('these checks can fail', () => {
  test('on a file, a word, a setting and a script that there are not', () => {
    expect(missingFiles(['src/attic.ts', 'attic.ts', 'docs/attic/'])).toHaveLength(3)
    expect(unknownWords(['atticOf', 'attic_row'])).toHaveLength(2)
    expect(unknownSettings(['ATTIC_SIZE', 'ATTIC=1', 'PORT=1'])).toEqual(['ATTIC_SIZE', 'ATTIC'])
    expect(unknownScripts('npm run attic')).toEqual(['attic'])
  })
})

describe('nothing is left out', () => {
  test('docs/errors.md describes every error code and no other, and what the HTTP engine refuses', () => {
    const titles = [...readText('docs/errors.md').matchAll(/^## (.+)$/gm)].map(match => match[1])
    expect(titles).toEqual([...Object.keys(errorTable), 'Operators', 'Refused before the application'])
  })

  test('error codes in shown responses are real, with their status', () => {
    const shown = documents.flatMap(({ text }) => blocksOf(text).map(({ content }) => content)).join('\n')
    const codes = [...shown.matchAll(/"status": (\d+)[\s\S]*?"code": "(\w+)"/g)]
    expect(codes.length).toBeGreaterThanOrEqual(2)
    for (const [, status, code = ''] of codes) {
      expect([code, Object.entries(errorTable).find(([name]) => name === code)?.[1].status]).toEqual([
        code,
        Number(status),
      ])
    }
  })

  test('docs/api-keys.md names every scope, and CONTRIBUTING every npm script', () => {
    for (const scope of scopes) expect(spansOf(readText('docs/api-keys.md'))).toContain(scope)
    const reported = readText('CONTRIBUTING.md')
    for (const name of Object.keys(manifest.scripts).filter(script => !/^(?:frontlist|pre)/.test(script))) {
      expect(reported).toMatch(new RegExp(`npm (?:run )?${name}\\b`))
    }
  })

  test('ARCHITECTURE.md names every module of the source', () => {
    const map = spansOf(sectionOf(readText('ARCHITECTURE.md'), 'Map'))
    const top = [
      ...new Set([...new Glob('src/**/*.ts').scanSync(root)].map(path => path.split('/')[1] ?? '')),
    ]
    const places = top.map(name => (name.endsWith('.ts') ? `src/${name}` : `src/${name}/`))
    expect(places.filter(place => !map.includes(place))).toEqual([])
  })
})
