// What screen readers are told of an input: what describes it, and whether it is wrong.
import type { FieldInputProps } from './field-input.ts'

type InputAria = Pick<FieldInputProps, 'describedBy' | 'invalid'> & { readonly required?: boolean }

/**
 * Props of any input of Mantine. As plain props the attributes would be lost: Mantine writes its own after the caller's,
 * and knows neither the help nor the problems, which are outside of its input.
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
