// How keys are called on the user's machine.

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const modifierKey = isApple ? '⌘' : 'Ctrl'
export const searchKeys = `${modifierKey} K`
