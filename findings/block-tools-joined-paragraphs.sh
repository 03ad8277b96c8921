#!/usr/bin/env bash
# The converter of HTML to Portable Text by its authors, with a list item of two paragraphs and with a list of definitions.
#
# Expected: two paragraphs stay two texts, with at least a line break or a space between them; so do a term and its
# definition. The same library joins two paragraphs of a quotation by a line break.
#
# What happens (@portabletext/block-tools 5.2.0): the paragraphs of a list item, and terms and definitions, are joined with
# nothing between them, so the last word of one and the first word of the next become one word. Nothing warns of it.
#
# Seen: list item "onetwo", definition list "termmeaning", quotation "one\ntwo"
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @portabletext/block-tools@5.2.0 @portabletext/schema@2.2.4 jsdom@29.1.1
cat >check.mjs <<'EOF'
import { htmlToBlocks } from '@portabletext/block-tools'
import { compileSchema, defineSchema } from '@portabletext/schema'
import { JSDOM } from 'jsdom'

const schema = compileSchema(
  defineSchema({ styles: [{ name: 'normal' }, { name: 'blockquote' }], lists: [{ name: 'bullet' }] }),
)
const parseHtml = html => new JSDOM(html).window.document
const textOf = html =>
  htmlToBlocks(html, schema, { parseHtml }).map(({ children }) => children.map(({ text }) => text).join(''))
const seen = {
  item: textOf('<ul><li><p>one</p><p>two</p></li></ul>'),
  definition: textOf('<dl><dt>term</dt><dd>meaning</dd></dl>'),
  quotation: textOf('<blockquote><p>one</p><p>two</p></blockquote>'),
}
console.log(JSON.stringify(seen))
const known = { item: ['onetwo'], definition: ['termmeaning'], quotation: ['one\ntwo'] }
process.exit(JSON.stringify(seen) === JSON.stringify(known) ? 0 : 1)
EOF
node check.mjs
