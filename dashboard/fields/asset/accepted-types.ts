// Converts a field's rule for media types to checkboxes and text, and back. No React here.

export const commonTypes = [
  { type: 'image/*', name: 'Pictures' },
  { type: 'video/*', name: 'Video' },
  { type: 'audio/*', name: 'Audio' },
  { type: 'application/pdf', name: 'PDF' },
] as const

const isCommon = (type: string) => commonTypes.some(common => common.type === type)

export function splitAccepted(types: readonly string[]) {
  return {
    accept: types.filter(isCommon),
    acceptOthers: types.filter(type => !isCommon(type)).join(', '),
  }
}

/**
 * Returns undefined if the field accepts all types. Invalid media types are kept, so that the server reports the error.
 */
export function joinAccepted(accept: readonly string[], others: string): readonly string[] | undefined {
  const typed = others.split(',').map(text => text.trim())
  const types = new Set([...accept, ...typed.filter(text => text !== '')])
  return types.size === 0 ? undefined : [...types]
}

/** For example `Only pictures, PDF`. Empty without a rule. */
export function describeAccepted(types: readonly string[] | undefined): string {
  if (types === undefined || types.length === 0) return ''
  const names = types.map(type => commonTypes.find(common => common.type === type)?.name ?? type)
  return `Only ${names.join(', ')}`
}
