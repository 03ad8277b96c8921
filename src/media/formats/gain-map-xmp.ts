// Reads the XMP of a gain map (Adobe's namespace `hdrgm`, and Google's directory of the images in a file) as values, and
// writes new XMP from them, so that no other XMP remains.

export const xmpName = 'http://ns.adobe.com/xap/1.0/\0'

const gainMapNamespace = 'http://ns.adobe.com/hdr-gain-map/1.0/'
const namespaceOf = /\bxmlns:([\w.-]{1,64})\s*=\s*["']http:\/\/ns\.adobe\.com\/hdr-gain-map\/1\.0\/["']/

const version = /^\d{1,3}(?:\.\d{1,3})?$/
const number = /^[+-]?(?:\d{1,10}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,3})?$/i
const truth = /^(?:true|false)$/i

const properties: readonly (readonly [name: string, value: RegExp])[] = [
  ['Version', version],
  ['BaseRenditionIsHDR', truth],
  ['GainMapMin', number],
  ['GainMapMax', number],
  ['Gamma', number],
  ['OffsetSDR', number],
  ['OffsetHDR', number],
  ['HDRCapacityMin', number],
  ['HDRCapacityMax', number],
]

/** The values by property name: one value, or one for each color channel. */
export type GainMapValues = ReadonlyMap<string, readonly string[]>

/** Returns null if the XMP does not describe a gain map. */
export function parseGainMapXmp(xmp: string): GainMapValues | null {
  const prefix = namespaceOf.exec(xmp)?.[1]
  if (prefix === undefined) return null
  const values = new Map<string, readonly string[]>()
  for (const [name, pattern] of properties) {
    const found = readProperty(xmp, `${prefix}:${name}`)
    if ((found.length === 1 || found.length === 3) && found.every(value => pattern.test(value)))
      values.set(name, found)
  }
  return values.has('Version') ? values : null
}

/** Reads a property. XMP writes it as an attribute, as an element, or as an element with a list. */
function readProperty(xmp: string, name: string): readonly string[] {
  const escaped = name.replaceAll('.', '\\.')
  const attribute = new RegExp(`\\s${escaped}\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`).exec(xmp)
  if (attribute) return [(attribute[1] ?? attribute[2] ?? '').trim()]
  const start = xmp.indexOf(`<${name}>`)
  const end = xmp.indexOf(`</${name}>`, start)
  if (start < 0 || end < 0) return []
  const content = xmp.slice(start + name.length + 2, end)
  const items = [...content.matchAll(/<[\w.-]{1,64}:li(?:\s[^<>]*)?>([^<]*)</g)].map(([, item = '']) =>
    item.trim(),
  )
  return items.length > 0 ? items : [content.trim()]
}

/** Returns the XMP of the gain map itself. */
export function toGainMapXmp(values: GainMapValues): Buffer {
  const single = [...values].filter(([, items]) => items.length === 1)
  const lists = [...values].filter(([, items]) => items.length > 1)
  const attributes = single.map(([name, [value]]) => ` hdrgm:${name}="${value}"`).join('')
  const elements = lists.map(([name, items]) => {
    const list = items.map(item => `<rdf:li>${item}</rdf:li>`).join('')
    return `<hdrgm:${name}><rdf:Seq>${list}</rdf:Seq></hdrgm:${name}>`
  })
  return toPacket(attributes, elements.join(''))
}

const directoryNamespaces =
  ' xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"'

/** Returns the XMP of the main picture, which says that a gain map of this length follows. */
export function toDirectoryXmp(values: GainMapValues, gainMapBytes: number): Buffer {
  const item = (properties: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" ${properties}/></rdf:li>`
  const items =
    item('Item:Semantic="Primary"') + item(`Item:Semantic="GainMap" Item:Length="${gainMapBytes}"`)
  return toPacket(
    `${directoryNamespaces} hdrgm:Version="${values.get('Version')?.[0]}"`,
    `<Container:Directory><rdf:Seq>${items}</rdf:Seq></Container:Directory>`,
  )
}

function toPacket(attributes: string, content: string): Buffer {
  const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
  const description = `<rdf:Description rdf:about="" xmlns:hdrgm="${gainMapNamespace}"${attributes}>${content}</rdf:Description>`
  return Buffer.from(
    `${xmpName}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${rdf}>${description}</rdf:RDF></x:xmpmeta>`,
    'latin1',
  )
}
