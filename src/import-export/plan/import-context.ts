// The actor of all changes by an import.
import type { Actor } from '../../base/caller.ts'

export const importer: Actor = { kind: 'import', name: 'frontlist import' }
