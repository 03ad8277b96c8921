// What an input itself is told, beneath the props of Mantine: for screen readers, what describes it and whether it is wrong
// or required; and the direction of its text.

interface InputAria {
  /** The ids of what stands around it: its help, and its problems. */
  readonly describedBy: string | undefined
  readonly invalid?: boolean
  readonly required?: boolean
}

/** As a plain prop it would be on the box around the input, whose text stays left to right. */
const direction = { dir: 'auto' } as const

/** Props of an input of plain text: its first letters say in which direction it runs. */
export const textDirection = { attributes: { input: direction } }

/** Props of an input of plain text. */
export function toTextAria(aria: InputAria) {
  return { attributes: { input: { ...toInputAria(aria).attributes.input, ...direction } } }
}

/**
 * Props of any input of Mantine. As plain props the attributes would be lost: Mantine writes its own after the caller's,
 * and knows nothing of what stands outside of its input.
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
