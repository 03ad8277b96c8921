// The actions of the command palette: create an entry, open a dialog of another page, change the colour scheme.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { newId, systemRandom } from '../../../src/base/ids.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { toSingular } from '../../parts/entries/singular.ts'

export interface PaletteAction {
  readonly kind: 'action'
  readonly name: string
  /** The path that the action opens, or a unique key if it only runs a function. */
  readonly path: string
  readonly run?: () => void
}

export function usePaletteActions(
  collections: readonly CollectionModelView[],
  showShortcuts: () => void,
): readonly PaletteAction[] {
  const paths = useSpacePaths()
  const [id] = useState(() => newId(systemRandom))
  const mayWrite = useHasRight('write')
  const mayModel = useHasRight('model')
  const mayManageKeys = useHasRight('keys.manage')
  const mayManageMembers = useHasRight('members.manage')
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light'
  const open = (name: string, path: string): PaletteAction => ({ kind: 'action', name, path })
  const run = (name: string, act: () => void): PaletteAction => ({
    kind: 'action',
    name,
    path: `#${name}`,
    run: act,
  })
  const writable = collections.filter(({ singleton, entries }) => !singleton || entries === 0)
  return [
    ...(mayWrite
      ? writable.map(({ apiName, name }) =>
          open(`New ${toSingular(name)}`, `${paths.toEntry(apiName, id)}?new`),
        )
      : []),
    ...(mayModel ? [open('Add a collection', `${paths.model}?add`)] : []),
    ...(mayManageMembers ? [open('Invite a member', `${paths.members}?invite`)] : []),
    ...(mayManageKeys ? [open('Create an API key', `${paths.apiKeys}?create`)] : []),
    run(`Use ${other} colours`, () => setColorScheme(other)),
    run('Show keyboard shortcuts', showShortcuts),
  ]
}
