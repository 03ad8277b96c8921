// The type `asset`: a file by its address, or an asset of the space by its id.
import { assetExpectation, eachAssetName, isAssetName, readAsset } from '../values/asset-value.ts'
import { isJsonObject } from '../values/model.ts'
import { addressError, needsRepair, repairAddress } from '../values/safe-address.ts'
import type { FieldTypeDefinition, RuleChecker } from './field-type.ts'
import { presenceOnly } from './query-facts.ts'

export const asset: FieldTypeDefinition = {
  properties: ['accept'],
  expectation: () => assetExpectation,
  read(value, _field, pointer, reader) {
    const read = readAsset(value)
    if (read === undefined || isAssetName(read) || !reader.refusesUnsafeAddresses) return read
    const error = addressError(read.url, 'asset')
    if (error !== null) reader.fail(`${pointer}/url`, error.message)
    return read
  },
  checkRules(value, { accept }, path, checker) {
    if (!isJsonObject(value)) return
    const { url } = value
    const error = typeof url === 'string' ? addressError(url, 'asset') : null
    if (error !== null) checker.add(`${path}/url`, 'address', error.message)
    const contentType = isAssetName(value) ? checkAssetName(value.id, path, checker) : value.contentType
    if (accept === undefined || typeof contentType !== 'string' || accepts(accept, contentType)) return
    checker.add(path, 'accept', `must be ${accept.join(' or ')}, and is ${contentType}`)
  },
  query: { ...presenceOnly, namesAsset: true },
  eachAssetName: (value, _field, pointer, onName) => eachAssetName(value, pointer, onName),
  eachUnsafeAddress(value, _field, place, onAddress) {
    const url = isJsonObject(value) ? value.url : undefined
    if (typeof url === 'string' && needsRepair(url, 'asset')) onAddress(url, place)
  },
  convert(item, { from }) {
    if (from.type !== 'json') return undefined
    if (!isJsonObject(item) || typeof item.url !== 'string') return item
    return { ...item, url: repairAddress(item.url, 'asset') ?? item.url }
  },
}

/** Reports an asset that does not exist. Returns its media type, if it is known. */
export function checkAssetName(id: string, path: string, checker: RuleChecker): string | null {
  if (checker.lookups === null) return null
  const found = checker.lookups.findAsset(id)
  if (found === null) checker.add(path, 'asset_missing', 'names a file that does not exist', 'warning')
  return found?.contentType ?? null
}

/** Ignores parameters of a media type, such as `; charset=utf-8`. */
function accepts(accept: readonly string[], contentType: string): boolean {
  const given = contentType.split(';')[0]!.trim().toLowerCase()
  return accept.some(type => {
    const wanted = type.toLowerCase()
    return wanted.endsWith('/*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted
  })
}
