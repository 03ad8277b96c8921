// Who changes what an import changes.
import type { Actor } from '../../base/actor.ts'

export const importer: Actor = { kind: 'import', name: 'frontlist import' }
