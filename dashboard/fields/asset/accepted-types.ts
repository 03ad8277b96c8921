// The rule of fields for files: which media types they take, as ticks and a text, and back. No React here.

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

/** Undefined where it takes all. What is no media type is sent as it is: the server says what is wrong with it. */
export function joinAccepted(accept: readonly string[], others: string): readonly string[] | undefined {
  const typed = others.split(',').map(text => text.trim())
  const types = new Set([...accept, ...typed.filter(text => text !== '')])
  return types.size === 0 ? undefined : [...types]
}

/** `Only pictures, PDF`. Empty for none. */
export function describeAccepted(types: readonly string[] | undefined): string {
  if (types === undefined || types.length === 0) return ''
  const names = types.map(type => commonTypes.find(common => common.type === type)?.name ?? type)
  return `Only ${names.join(', ')}`
}
