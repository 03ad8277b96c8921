// Registers Contentful's space exports as an import format.
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { toSource } from '../../conversion-source.ts'
import type { Format } from '../../format.ts'
import { odditiesOf } from '../../source-file.ts'
import { convertContentful, isContentfulExport } from './contentful.ts'
import { depthOfContentful } from './odd-text.ts'

export const contentful: Format = {
  name: 'contentful',
  detect: async file => isContentfulExport((await file.readDocument())?.value),
  convert: async (file, { changed, assets }) => {
    const document = await file.readDocument()
    const oddities = document ? odditiesOf(document, depthOfContentful) : []
    const conversion = convertContentful(document?.value, {
      ...{ changed: changed ?? 'draft', oddities },
      hasFile: assets === undefined ? undefined : path => isFile(join(assets, path)),
    })
    return toSource(conversion, changed, 'Contentful')
  },
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path).isFile()
  } catch {
    return false
  }
}
