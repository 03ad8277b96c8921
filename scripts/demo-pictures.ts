// Draws the demo's pictures: src/demo/drawings/ as WebP in src/demo/pictures/, and their placeholders in demo.ndjson.
// Its output depends on the fonts of the machine, so it is run by hand after a drawing has changed, and not checked.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { thumbhashSideMax } from '../src/media/images/render.ts'

const demo = join(import.meta.dir, '../src/demo')
/** Each drawing is rendered at this width, by its folder. */
const widths: Readonly<Record<string, number>> = { covers: 1000, portraits: 600, scenes: 1600 }
/** Of an SVG at its own size, in dots per inch. */
const ownDensity = 72

/** Returns the picture's path below src/demo/pictures. */
async function draw(drawing: string): Promise<string> {
  const source = join(demo, 'drawings', drawing)
  const picture = drawing.replace(/\.svg$/, '.webp')
  const target = join(demo, 'pictures', picture)
  const width = widths[dirname(drawing)]
  if (width === undefined) throw new Error(`${drawing} is in a folder without a width.`)
  const { width: ownWidth } = await sharp(source, { density: ownDensity }).metadata()
  mkdirSync(dirname(target), { recursive: true })
  await sharp(source, { density: (ownDensity * width) / ownWidth })
    .resize({ width })
    .flatten()
    .webp({ quality: 85, effort: 6 })
    .toFile(target)
  return picture
}

async function placeholderOf(picture: string): Promise<string> {
  const { data, info } = await sharp(join(demo, 'pictures', picture))
    .resize(thumbhashSideMax, thumbhashSideMax, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

const drawings = [...new Glob('**/*.svg').scanSync(join(demo, 'drawings'))].sort()
const placeholders = new Map<string, string>()
for (const drawing of drawings) {
  const picture = await draw(drawing)
  placeholders.set(picture, await placeholderOf(picture))
}
const records = Bun.file(join(demo, 'demo.ndjson'))
const lines = (await records.text()).trimEnd().split('\n')
const updated = lines.map(line => {
  const record = JSON.parse(line)
  return record.type === 'asset'
    ? JSON.stringify({ ...record, thumbhash: placeholders.get(record.file) })
    : line
})
await Bun.write(records, `${updated.join('\n')}\n`)
process.stdout.write(`Drew ${drawings.length} pictures.\n`)
