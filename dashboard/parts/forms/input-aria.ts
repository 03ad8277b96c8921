// Attributes of the input element inside a Mantine input: its description, invalid and required states for screen readers,
// and its text direction.

interface InputAria {
  /** The ids of the elements that describe the input: its help and its problems. */
  readonly describedBy: string | undefined
  readonly invalid?: boolean
  readonly required?: boolean
}

/** A plain `dir` prop would be set on the wrapper, which would not change the direction of the text. */
const direction = { dir: 'auto' } as const

/** The props of a plain text input whose direction follows its first letters. */
export const textDirection = { attributes: { input: direction } }

/** Returns the props of a plain text input. */
export function toTextAria(aria: InputAria) {
  return { attributes: { input: { ...toInputAria(aria).attributes.input, ...direction } } }
}

/**
 * Returns the props of any Mantine input. As plain props these attributes would be lost, because Mantine overwrites them
 * with its own, which ignore elements outside its input.
 */
export function toInputAria({ describedBy, invalid, required }: InputAria) {
  return {
    attributes: {
      input: {
        'aria-describedby': describedBy,
        'aria-invalid': invalid || undefined,
        'aria-required': required || undefined,
      },
    },
  }
}
