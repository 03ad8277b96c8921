// The title of a test is a sentence, alone or together with the titles around it.
import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { readText, root } from './documents.ts'

const title = /^( *)(test|describe)(?:\.each)?\w*\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)")/gm
const openEnd = /(?::|\b(?:the|which|and|or))$/
const openSubject = /\b(?:is|are|of|by|from|with)$/
const wordsMin = 3

/** A title outside of any `describe` has no subject but its own. */
function fragmentsIn(text: string): string[] {
  return [...text.matchAll(title)].flatMap(([, indent, kind, single, double]) => {
    const words = single ?? double ?? ''
    const isAlone = kind === 'test' && indent === ''
    const isOpen = openEnd.test(words) || (kind === 'describe' && openSubject.test(words))
    return isOpen || (isAlone && words.split(' ').length < wordsMin) ? [words] : []
  })
}

test('a title has a subject and an end', () => {
  const paths = [...new Glob('test/**/*.test.ts').scanSync(root)].sort()
  expect(paths.flatMap(path => fragmentsIn(readText(path)).map(found => `${path}: ${found}`))).toEqual([])
})

test('a fragment is found', () => {
  const text =
    "describe('refused is', () => {\n  test('a key', run)\n})\ntest('after:', run)\ntest(\"the key\", run)"
  expect(fragmentsIn(text)).toEqual(['refused is', 'after:', 'the key'])
})
