// The documents as tests see them: their text, what they quote and what they link to. What must be true of it stands in
// the tests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'

export const root = join(import.meta.dir, '../..')

export interface Document {
  readonly path: string
  readonly text: string
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Everything in Markdown that a reader of the project meets. */
export const documents: readonly Document[] = ['*.md', 'docs/**/*.md', 'test/kit/README.md']
  .flatMap(pattern => [...new Glob(pattern).scanSync(root)])
  .sort()
  .map(path => ({ path, text: readText(path) }))

export interface Block {
  readonly language: string
  readonly content: string
}

const fence = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm

/** Fenced blocks, in order. */
export function blocksOf(text: string): Block[] {
  return [...text.matchAll(fence)].map(([, , language = '', content = '']) => ({ language, content }))
}

/** A block and the one after it. */
export function pairsOf(text: string): (readonly [Block, Block | undefined])[] {
  return blocksOf(text).map((block, place, all) => [block, all[place + 1]] as const)
}

/** What stands between backticks in the running text. */
export function spansOf(text: string): string[] {
  return [...text.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map(match => match[1] ?? '')
}

/** Targets of links and pictures. */
export function linksOf(text: string): string[] {
  return [...text.replaceAll(fence, '').matchAll(/\]\(([^)\s]+)\)/g)].map(match => match[1] ?? '')
}

/** The part under a heading, up to the next heading of its level or above. */
export function sectionOf(text: string, title: string): string {
  const [, level = '#', rest = ''] = new RegExp(`^(#+) ${title}\\n([\\s\\S]*)`, 'm').exec(text) ?? []
  const end = rest.search(new RegExp(`^#{1,${level.length}} `, 'm'))
  return end < 0 ? rest : rest.slice(0, end)
}

/** Rows of all tables, without their headings; a `|` in a cell is written `\|`. */
export function tableRowsOf(text: string): string[][] {
  const lines = text.split('\n')
  return lines
    .filter(
      (line, place) => line.startsWith('| ') && !/^\|-/.test(line) && !/^\|-/.test(lines[place + 1] ?? ''),
    )
    .map(line =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map(cell => cell.trim().replaceAll('\\|', '|')),
    )
}

/** As GitHub makes anchors of headings. */
export function anchorsOf(text: string): string[] {
  return [...text.replaceAll(fence, '').matchAll(/^#+ (.+)$/gm)].map(match =>
    (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
