// Who changes what an import changes.
import type { By } from '../../base/by.ts'

export const importer: By = { kind: 'import', name: 'frontlist import' }
