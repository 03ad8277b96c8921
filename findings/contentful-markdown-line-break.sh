#!/usr/bin/env bash
# Contentful's own converter of Markdown to its rich text, with a hard line break (two spaces at the end of a line).
#
# Expected: the break becomes a line break in the text, or a new paragraph. A soft break, which Markdown shows as a space,
# may become either.
#
# What happens (@contentful/rich-text-from-markdown 16.2.2): it is the other way round. The soft break is kept as a line
# break; the hard one counts as a node without an equivalent. Without a callback for those, or with one that returns nothing,
# it is dropped with nothing in its place, so the words on both sides become one word.
#
# Seen: hard "firstsecond", soft "first\nsecond", callback called once
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @contentful/rich-text-from-markdown@16.2.2
cat >check.mjs <<'EOF'
import { richTextFromMarkdown } from '@contentful/rich-text-from-markdown'

let calls = 0
const textOf = async markdown => {
  const { content } = await richTextFromMarkdown(markdown, async () => {
    calls += 1
    return null
  })
  return content.map(block => block.content.map(({ value }) => value).join('')).join(' | ')
}
const seen = { hard: await textOf('first  \nsecond'), soft: await textOf('first\nsecond'), calls }
console.log(JSON.stringify(seen))
const known = { hard: 'firstsecond', soft: 'first\nsecond', calls: 1 }
process.exit(JSON.stringify(seen) === JSON.stringify(known) ? 0 : 1)
EOF
node check.mjs
