#!/usr/bin/env bash
# The renderers of Portable Text by its authors, with their default components and with warnings turned off.
#
# Expected: what they have no component for is left out of the page, or shown as plain text; and the common marks `sub` and
# `sup` become subscript and superscript, as `strike-through` and `underline` become what they say.
#
# What happens (@portabletext/to-html 5.0.3, @portabletext/react 7.0.1, @portabletext/vue 1.0.14):
# - A block of an unknown type leaves a hidden English sentence for developers in the HTML of the finished page, which search
#   engines, readers of feeds and whoever extracts the text get as content. `onMissingComponent: false` turns off the
#   warning in the console only.
# - `sub` and `sup` become a plain span, so H₂O reads "H2O", and 10⁶ reads "106".
#
# Seen: <div style="display:none">Unknown block type &quot;code&quot;, specify a component for it in the …
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @portabletext/to-html@5.0.3 @portabletext/react@7.0.1 \
  @portabletext/vue@1.0.14 react@19.3.1 react-dom@19.3.1 vue@3.5.45
cat >check.mjs <<'EOF'
import { PortableText as ReactText } from '@portabletext/react'
import { toHTML } from '@portabletext/to-html'
import { PortableText as VueText } from '@portabletext/vue'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'

const value = [
  {
    _type: 'block',
    _key: 'a',
    style: 'normal',
    markDefs: [],
    children: [
      { _type: 'span', _key: 'b', text: '10', marks: [] },
      { _type: 'span', _key: 'c', text: '6', marks: ['sup'] },
    ],
  },
  { _type: 'code', _key: 'd', code: 'x = 1' },
]
const options = { value, onMissingComponent: false }
const pages = {
  'to-html': toHTML(value, { onMissingComponent: false }),
  react: renderToStaticMarkup(createElement(ReactText, options)),
  vue: await renderToString(createSSRApp({ render: () => h(VueText, options) })),
}
let changed = false
for (const [name, html] of Object.entries(pages)) {
  const isHidden = /<div style="display:none;?">[^<]*Unknown block type &quot;code&quot;/.test(html)
  const isPlain = /<span class="unknown__pt__mark__sup">6<\/span>/.test(html)
  console.log(`${name}: hidden message ${isHidden ? 'yes' : 'NO'}, sup as a plain span ${isPlain ? 'yes' : 'NO'}`)
  console.log(`  ${html}`)
  changed ||= !isHidden || !isPlain
}
process.exit(changed ? 1 : 0)
EOF
node check.mjs
