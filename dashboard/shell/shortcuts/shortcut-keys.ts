// The names of keys on the user's platform.

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const modifierKey = isApple ? '⌘' : 'Ctrl'
export const searchKeys = `${modifierKey} K`
