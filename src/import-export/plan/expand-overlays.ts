// Replaces addresses in the overlays of a record by the values of their fields, as they are stored. A record's overlays may name
// blocks of its draft or of its live values; each of them gets the values of its own blocks.
import { checkValues } from '../../content/fields/field-values.ts'
import type { Field, Json, Values } from '../../content/values/model.ts'
import { isAddress } from '../../entries/drafts/address-tree.ts'
import { expandOverlay } from '../../entries/drafts/overlay-paths.ts'
import type { EntryRecord } from '../read/records.ts'

type Overlays = NonNullable<EntryRecord['variants']>

/** Returns the same record if its overlays have whole values only. `onError` is called with sentences. */
export function expandOverlays(
  fields: readonly Field[],
  record: EntryRecord,
  onError: (message: string) => void,
): EntryRecord {
  const { data, liveData, variants = {}, liveVariants } = record
  const blockFields = fields.filter(({ of }) => of !== undefined)
  if (
    blockFields.length === 0 ||
    ![variants, liveVariants ?? {}].some(each => needsExpanding(blockFields, each))
  )
    return record
  const readBase = (values: Values | undefined) => values && readBlocks(blockFields, values)
  const live = readBase(liveData)
  const draft = readBase(data) ?? live ?? {}
  const others = live === undefined || live === draft ? [] : [live]
  const expanded = { ...record, variants: expandAll(fields, variants, draft, others, onError) }
  if (live === undefined || (live === draft && liveVariants === undefined)) return expanded
  // The errors of overlays that both have are reported above.
  const report = liveVariants === undefined ? () => {} : onError
  return {
    ...expanded,
    liveVariants: expandAll(fields, liveVariants ?? variants, live, live === draft ? [] : [draft], report),
  }
}

/** Values of fields of blocks may have the stored form, which is an error. */
function needsExpanding(fields: readonly Field[], overlays: Overlays): boolean {
  return Object.values(overlays).some(overlay =>
    Object.keys(overlay).some(name => isAddress(name) || fields.some(({ apiName }) => apiName === name)),
  )
}

/** Returns the values of the fields of blocks in their stored form. Their errors are reported when the record is written. */
function readBlocks(fields: readonly Field[], values: Values): Values {
  const named = Object.fromEntries(
    fields.flatMap(({ apiName }) => (Object.hasOwn(values, apiName) ? [[apiName, values[apiName]!]] : [])),
  )
  const stored = checkValues(fields, named, { onError: () => {} })
  return Object.fromEntries(
    fields.flatMap(({ apiName }, index): [string, Json][] => {
      const value = stored[index]
      return value === undefined ? [] : [[apiName, value]]
    }),
  )
}

/** Expands overlays over `base`. An address whose block only one of `others` has is left out. */
function expandAll(
  fields: readonly Field[],
  overlays: Overlays,
  base: Values,
  others: readonly Values[],
  onError: (message: string) => void,
): Overlays {
  return Object.fromEntries(
    Object.entries(overlays).map(([id, overlay]) => {
      const expandOver = (below: Values) =>
        expandOverlay(fields, overlay, '', { base: below, current: {}, expandsKeys: false })
      const expanded = expandOver(base)
      const fail = (path: string, message: string) =>
        onError(`In the variant "${id}": "${path.slice(1).replaceAll('~1', '/')}" ${message}.`)
      for (const { path, message } of expanded.errors) fail(path, message)
      if (expanded.missing.length > 0) {
        const missing = others.map(each => new Set(expandOver(each).missing))
        for (const address of expanded.missing) {
          if (missing.every(each => each.has(address)))
            fail(`/${address}`, 'leads to a block that the base does not have')
        }
      }
      for (const [address, whole] of expanded.covered)
        fail(`/${address}`, `is inside of "${whole}", which the variant sets, too`)
      return [id, expanded.values]
    }),
  )
}
