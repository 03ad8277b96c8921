// The field of a text, for the cards and the forms of its blocks.
import { createContext } from 'react'
import type { Field } from '../../../src/content/values/model.ts'
import type { InnerFields } from '../field-type.ts'

export interface TextBlocks {
  readonly field: Field
  /** Undefined where blocks are only shown. */
  readonly inner: InnerFields | undefined
  /** The path of the text in the draft. */
  readonly path: string
}

export const TextBlocksContext = createContext<TextBlocks | null>(null)
