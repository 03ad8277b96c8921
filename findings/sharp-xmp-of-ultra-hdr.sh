#!/usr/bin/env bash
# A photo carries its copyright notice as XMP. One expects sharp to report the XMP of a JPEG in metadata(), and keepXmp()
# to hand it on, whether or not the photo also has a gain map for bright screens (Ultra HDR), as phones write them.
#
# In fact sharp reports and keeps the XMP of the plain JPEG only. As soon as the same JPEG has a gain map, metadata() has
# no `xmp`, and keepXmp() and keepMetadata() write a file without the notice. No error or warning says so. Both also drop
# the gain map, for which there is keepGainMap(); with it the notice is lost too.
#
# Seen with sharp 0.35.5 (libvips 8.18.7, libultrahdr 2.0.2). Output:
#   plain JPEG: xmp read: true, kept by keepXmp: true
#   JPEG with a gain map: xmp in the file: true, read: false, kept by keepXmp: false, by keepMetadata and keepGainMap: false
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sharp@0.35.5

cat >look.mjs <<'SCRIPT'
import sharp from 'sharp'

const notice = '(c) 2026 A. Photographer'
const packet = Buffer.from(
  `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">` +
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
    `<rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="${notice}"/>` +
    `</rdf:RDF></x:xmpmeta>`,
)

// Puts the packet behind the first segment, which is JFIF. Offsets of the index of pictures count from the index itself,
// which stands behind this place, so they stay right.
function withXmp(jpeg) {
  const at = 4 + jpeg.readUInt16BE(4)
  const head = Buffer.from([0xff, 0xe1, (packet.length + 2) >> 8, (packet.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, at), head, packet, jpeg.subarray(at)])
}

const has = bytes => bytes.includes(notice)
const read = async bytes => (await sharp(bytes).metadata()).xmp !== undefined
const picture = sharp({ create: { width: 240, height: 160, channels: 3, background: '#c86432' } })
const still = await picture.jpeg().toBuffer()
const plain = withXmp(still)
const bright = withXmp(await sharp(still).withGainMap().jpeg().toBuffer())
if ((await sharp(bright).metadata()).gainMap === undefined) throw new Error('There is no gain map.')

const results = [
  await read(plain),
  has(await sharp(plain).keepXmp().jpeg().toBuffer()),
  has(bright),
  await read(bright),
  has(await sharp(bright).keepXmp().jpeg().toBuffer()),
  has(await sharp(bright).keepMetadata().keepGainMap().jpeg().toBuffer()),
]
console.log(`plain JPEG: xmp read: ${results[0]}, kept by keepXmp: ${results[1]}`)
console.log(
  `JPEG with a gain map: xmp in the file: ${results[2]}, read: ${results[3]}, kept by keepXmp: ${results[4]}, ` +
    `by keepMetadata and keepGainMap: ${results[5]}`,
)
process.exit(JSON.stringify(results) === '[true,true,true,false,false,false]' ? 0 : 1)
SCRIPT
node look.mjs
