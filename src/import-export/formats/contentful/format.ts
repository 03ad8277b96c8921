// Registers Contentful's space exports as an import format.
import { toSource } from '../../conversion-source.ts'
import type { Format } from '../../format.ts'
import { odditiesOf } from '../../source-file.ts'
import { convertContentful, isContentfulExport } from './contentful.ts'
import { depthOfContentful } from './odd-text.ts'

export const contentful: Format = {
  name: 'contentful',
  detect: async file => isContentfulExport((await file.readDocument())?.value),
  convert: async (file, { changed }) => {
    const document = await file.readDocument()
    const oddities = document ? odditiesOf(document, depthOfContentful) : []
    const conversion = convertContentful(document?.value, { changed: changed ?? 'draft', oddities })
    return toSource(conversion, changed, 'Contentful')
  },
}
