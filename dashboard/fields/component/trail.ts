// The names of the blocks around an input, from the outermost to the one that contains it.
import { createContext } from 'react'

export const BlockTrail = createContext<readonly string[]>([])
