// The Markdown of descriptions: what is understood, and that all else stays text.
import { describe, expect, test } from 'bun:test'
import { Markdown, MarkdownLine } from '../../src/reference/markdown.tsx'

const anchors = new Map([['api_key_missing', 'error-api_key_missing']])
const render = (text: string) => (<Markdown text={text} errorAnchors={anchors} />).toString()

describe('a description', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['paragraphs', 'one\ntwo\n\nthree', '<p>one\ntwo</p><p>three</p>'],
    ['code', 'a `b < c` d', '<p>a <code>b &lt; c</code> d</p>'],
    ['code with a tick in it', '``a`b``', '<p><code>a`b</code></p>'],
    ['bold with code in it', '**not `x`**', '<p><strong>not <code>x</code></strong></p>'],
    ['a link', '[the *docs*](https://a.example/b)', '<p><a href="https://a.example/b">the *docs*</a></p>'],
    ['a link inside the page', '[errors](#errors)', '<p><a href="#errors">errors</a></p>'],
    [
      'a known error code',
      '`api_key_missing`',
      '<p><a href="#error-api_key_missing"><code>api_key_missing</code></a></p>',
    ],
    ['a list after a paragraph', 'so:\n- a\n  b\n- c', '<p>so:</p><ul><li>a\nb</li><li>c</li></ul>'],
    ['a numbered list', '1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    [
      'fenced code',
      '```sh\na **b**\n\nc\n```\nd',
      '<figure class="code"><pre><code>a **b**\n\nc</code></pre></figure><p>d</p>',
    ],
    ['a fence that is never closed', '```\na', '<figure class="code"><pre><code>a</code></pre></figure>'],
    ['HTML as text', '<b onclick="x">', '<p>&lt;b onclick=&quot;x&quot;&gt;</p>'],
    ['a link that could run something as text', '[a](javascript:b)', '<p>[a](javascript:b)</p>'],
    ['marks that are never closed', 'a ** b ` c [d](', '<p>a ** b ` c [d](</p>'],
    ['nothing', '', ''],
  ]
  for (const [name, text, html] of rows) {
    test(`knows ${name}`, () => expect(render(text)).toBe(html))
  }
})

test('a line is the first paragraph alone', () => {
  expect((<MarkdownLine text={'a `b`\n\nc'} errorAnchors={anchors} />).toString()).toBe('a <code>b</code>')
})
