#!/usr/bin/env bash
# The sizes that image-size reads from an SVG whose width is given in CSS units.
#
# Expected: each of these is one inch, which CSS defines as 96 pixels: 1in, 25.4mm, 72pt, 6pc, 101.6Q.
#
# What happens (image-size 2.1.0): inches, millimetres and points are converted. A pica counts as a sixth of a pixel instead
# of as 16 pixels, so 6pc become 1 pixel. With the unit Q the file is refused as an invalid SVG.
#
# Seen: 1in 96, 25.4mm 96, 72pt 96, 6pc 1, 101.6Q "Invalid SVG"
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund image-size@2.1.0
cat >check.mjs <<'EOF'
import { imageSize } from 'image-size'

const read = size => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"></svg>`
  try {
    return imageSize(Buffer.from(svg)).width
  } catch (error) {
    return error.message
  }
}
const seen = Object.fromEntries(['1in', '25.4mm', '72pt', '6pc', '101.6Q'].map(size => [size, read(size)]))
console.log('expected 96 for each, seen', JSON.stringify(seen))
const known = { '1in': 96, '25.4mm': 96, '72pt': 96, '6pc': 1, '101.6Q': 'Invalid SVG' }
process.exit(JSON.stringify(seen) === JSON.stringify(known) ? 0 : 1)
EOF
node check.mjs
