#!/usr/bin/env bash
# A PNG can say by a chunk of four bytes (cICP, third edition of the PNG specification) that its colours are Display P3.
# Browsers follow the chunk. One would expect sharp, which converts a picture with a Display P3 profile to sRGB, to convert
# the same picture with this chunk in place of the profile. It takes the numbers for sRGB instead, and says nothing: each
# thumbnail of such a picture is paler than the picture.
# Version: sharp 0.35.5 (libvips 8.18.7). Output seen:
#   with the profile: 220,31,30
#   with the chunk:   202,54,43
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund sharp@0.35.5 >/dev/null

cat >run.mjs <<'JS'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

const background = { r: 220, g: 30, b: 30 }
const withProfile = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
  .withIccProfile('p3')
  .png()
  .toBuffer()

const from = withProfile.indexOf('iCCP', 0, 'latin1') - 4
const to = from + 12 + withProfile.readUInt32BE(from)
// Primaries of Display P3 (12), the curve of sRGB (13), no matrix (0), full range (1).
const named = Buffer.concat([Buffer.from('cICP', 'latin1'), Buffer.from([12, 13, 0, 1])])
const sum = Buffer.alloc(4)
sum.writeUInt32BE(crc32(named))
const chunk = Buffer.concat([Buffer.from([0, 0, 0, 4]), named, sum])
const withChunk = Buffer.concat([withProfile.subarray(0, from), chunk, withProfile.subarray(to)])

const pixel = async png => [...(await sharp(png).toColourspace('srgb').raw().toBuffer()).subarray(0, 3)]
const [profile, points] = [await pixel(withProfile), await pixel(withChunk)]
console.log(`sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`)
console.log(`with the profile: ${profile}`)
console.log(`with the chunk:   ${points}`)
const distance = profile.reduce((total, value, at) => total + Math.abs(value - points[at]), 0)
if (distance < 20) {
  console.log('This has changed: the chunk is followed now.')
  process.exit(1)
}
console.log('Expected: the same colour. It is not: the chunk is ignored.')
JS
node run.mjs
