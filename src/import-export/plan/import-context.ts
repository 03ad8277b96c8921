// The actor of all changes by an import.
import type { Actor } from '../../base/actor.ts'

export const importer: Actor = { kind: 'import', name: 'frontlist import' }
