// docs/rich-text.md: the components that it shows are those of the examples, which are built and started by
// test/stress/frameworks.ts.
import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { blocksOf, readText, root } from './documents.ts'

const languages = ['tsx', 'astro', 'vue', 'svelte']
const shown = blocksOf(readText('docs/rich-text.md')).filter(({ language }) => languages.includes(language))

test('the guide to rich text shows components of every framework that has an example', () => {
  expect([...new Set(shown.map(({ language }) => language))].sort()).toEqual(languages.toSorted())
})

test('each component in the guide to rich text is a file of an example', () => {
  const files = [...new Glob('client/examples/*/{src,app}/**/*.{tsx,astro,vue,svelte}').scanSync(root)]
  const texts = files.filter(path => !path.includes('node_modules')).map(readText)
  for (const { content } of shown) expect(texts).toContain(content)
})
