// The texts of the dialog that changes one field of several entries. No React here.
import { countEntries, formatCount } from '../../../parts/lists/counts.ts'
import { isLive } from '../bulk/bulk-plan.ts'
import type { ChangeKind, EditPlan } from './edit-plan.ts'

export const changeWords: Readonly<Record<ChangeKind, string>> = {
  set: 'Set the value',
  clear: 'Clear the value',
  add: 'Add items',
  remove: 'Remove items',
}

/** `ids` are the entries that a dry run accepted. */
export function describeEdits({ edits, same }: EditPlan, ids: ReadonlySet<string>): readonly string[] {
  const accepted = edits.filter(({ entry }) => ids.has(entry.id))
  const live = accepted.filter(({ entry }) => isLive(entry)).length
  const said: string[] = []
  const say = (count: number, text: string) => {
    if (count > 0) said.push(text)
  }
  say(accepted.length, `${countEntries(accepted.length)} will change.`)
  say(
    live,
    `${formatCount(live)} of them ${live === 1 ? 'is' : 'are'} published. Readers see no difference until you publish the ${live === 1 ? 'change' : 'changes'}.`,
  )
  say(same.length, `${formatCount(same.length)} ${same.length === 1 ? 'needs' : 'need'} no change.`)
  return said
}

export function describeEdited(count: number, isUndone: boolean): string {
  const [was, has] = count === 1 ? ['was', 'has its previous value'] : ['were', 'have their previous values']
  return `${countEntries(count)} ${isUndone ? `${has} again` : `${was} changed`}.`
}
