// Describes the changes of a version. No React here.
import type { VersionItemView } from '../../../../src/authoring/versions/versions.schema.ts'
import type { Names } from '../diff/names.ts'

const namesShown = 3

/** For example `Edited Price, Pages`, `Published version 3` or `Restored Title`. */
export function describeVersion(version: VersionItemView, { placeOf }: Pick<Names, 'placeOf'>): string {
  const { reason, names } = version
  if (reason === 'publish') return `Published version ${version.version.slice(1)}`
  if (reason === 'create') return 'Created'
  const places = [...new Set(names.map(placeOf))]
  const more = places.length > namesShown ? ` and ${places.length - namesShown} more` : ''
  const what = `${places.slice(0, namesShown).join(', ')}${more}`
  const lead = leads[reason]
  if (lead === undefined) return what === '' ? 'Edited' : `Edited ${what}`
  return what === '' ? lead.replace(/ (?:in|of)$/, '') : `${lead} ${what}`
}

const leads: Partial<Record<VersionItemView['reason'], string>> = {
  restore: 'Restored',
  discard: 'Discarded changes in',
  import: 'Imported',
  model: 'Changed the content model of',
}
