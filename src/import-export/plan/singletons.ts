// Checks singletons, which have one entry that is not archived. An import that would leave more is refused.
import type { EntryPath } from '../../base/ids.ts'
import { toReleasedSlug } from '../../content/tables/entries.store.ts'
import type { FirstPassResult, ImportError } from '../read/first-pass.ts'
import { toWhereText } from '../read/import-source.ts'
import type { Models } from './import-models.ts'
import type { ImportPlan } from './import-plan.ts'

export function findSingletonErrors(
  plan: ImportPlan,
  models: Models,
  { claims, modelsAt }: FirstPassResult,
): ImportError[] {
  const singletons = [...models.byName.values()].filter(({ singleton }) => singleton)
  return singletons.flatMap(({ apiName }) => {
    const isIn = (address: EntryPath | undefined, id: string) =>
      address?.collection === apiName && address.slug !== toReleasedSlug(id)
    const isStaying = (id: string) => isIn(plan.before.get(id), id) && isIn(plan.addresses.get(id), id)
    const added = [...plan.ids.entries()].filter(
      ([, id]) => isIn(plan.addresses.get(id), id) && !isStaying(id),
    )
    const staying = [...plan.ids, ...plan.absent].filter(isStaying)
    const only = staying[0] ?? added[0]?.[1]
    const errors = (staying.length > 0 ? added : added.slice(1)).map(([place]) => ({
      where: toWhereText(claims[place]!.where),
      message: `The collection "${apiName}" is a singleton and holds one entry, "${only}": archive that one first, or leave this one out.`,
    }))
    if (staying.length <= 1) return errors
    const message = `The collection "${apiName}" has ${staying.length} entries, and a singleton holds one: archive the others first.`
    return [{ where: toWhereText(modelsAt.get(apiName) ?? 'file'), message }, ...errors]
  })
}
