// What screen readers are told of an input: what describes it, and whether it is wrong or required.

interface InputAria {
  /** The ids of what stands around it: its help, and its problems. */
  readonly describedBy: string | undefined
  readonly invalid?: boolean
  readonly required?: boolean
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
