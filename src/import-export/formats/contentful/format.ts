// Registers Contentful's space exports as an import format.
import { Refusal } from '../../../base/errors.ts'
import { odditiesOf } from '../../read/source-file.ts'
import { toSource } from '../conversion-source.ts'
import type { Format } from '../format.ts'
import { beginsAsContentfulExport, convertContentful, isContentfulExport } from './contentful.ts'
import { findDownloads } from './downloads.ts'
import { depthOfContentful } from './losses/odd-text.ts'

export const contentful: Format = {
  name: 'contentful',
  detect: async file => {
    const document = await file.readDocument()
    // A damaged export must not be detected as NDJSON with an error in each line.
    return 'problem' in document
      ? beginsAsContentfulExport(await file.readHead())
      : isContentfulExport(document.value)
  },
  convert: async (file, { changed, assets }) => {
    const document = await file.readDocument()
    if ('problem' in document)
      throw new Refusal(`${file.path} is not a Contentful export that can be read: it ${document.problem}.`)
    const oddities = odditiesOf(document, depthOfContentful)
    const conversion = convertContentful(document.value, {
      ...{ changed: changed ?? 'draft', oddities },
      hasFile: assets === undefined ? undefined : await findDownloads(document.value, assets),
    })
    return toSource(conversion, changed, 'Contentful')
  },
}
