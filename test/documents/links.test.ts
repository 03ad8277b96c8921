// Links between documents lead somewhere, and no document knows the machine that it was written on.
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { anchorsOf, type Document, documents, linksOf, readText, root } from './documents.ts'

function brokenLinks({ path, text }: Document): string[] {
  return linksOf(text)
    .filter(link => !/^https:\/\//.test(link))
    .filter(link => {
      const [target = '', anchor] = link.split('#')
      const file = target === '' ? path : posix.join(dirname(path), target)
      if (!existsSync(join(root, file))) return true
      return anchor !== undefined && !anchorsOf(readText(file)).includes(anchor)
    })
}

/** `/docs` and `/data` are paths of a server or a container; these are folders of somebody's machine. */
const machinePath = /(?<![\w.}])\/(?:home|root|work|Users|tmp|usr|opt|mnt)\/|\b[A-Z]:\\/

describe.each(documents.map(document => [document.path, document] as const))('%s', (_, document) => {
  test('links to what exists', () => {
    expect(brokenLinks(document)).toEqual([])
  })

  test('names no path of a machine', () => {
    expect(document.text).not.toMatch(machinePath)
  })
})

test('these checks can fail', () => {
  const text = '[a](attic.md) [b](README.md#attic) [c](README.md#start) [d](https://example.com)'
  expect(brokenLinks({ path: 'ARCHITECTURE.md', text })).toEqual(['attic.md', 'README.md#attic'])
  expect(`see ${['', 'home', 'me'].join('/')}/x`).toMatch(machinePath)
})
