// Converts Ninetailed experiences to overlays of the baseline entries that they change. Audience targeting is not imported.
import { type Json, type Values, variantIdPattern } from '../../../content/values/model.ts'
import type { LossLog, Subject } from '../../read/loss-log.ts'
import { isObject, listOf, property, textOf } from '../../read/unknown-json.ts'
import type { ReadEntry, Variants } from './entries.ts'
import { linkTarget } from './links.ts'
import { isServed, stateOf } from './states.ts'

const experienceType = 'nt_experience'
const experiencesField = 'nt_experiences'

/**
 * Returns the overlays of each baseline, by the baseline's id in the source. A variant that produces no overlay becomes
 * a warning.
 */
export function readExperiences(
  entries: ReadonlyMap<string, ReadEntry>,
  defaultCode: string,
  losses: LossLog,
): ReadonlyMap<string, Variants> {
  const overlays = new Map<string, Map<string, Values>>()
  const experiences = [...entries.values()].filter(entry => entry.plan.type.id === experienceType)
  const offer = (slot: Slot): void => {
    const taken = overlays.get(slot.baselineId) ?? new Map<string, Values>()
    const made = taken.has(slot.variantId)
      ? 'another variant of this baseline has its id'
      : toOverlay(slot, entries, defaultCode)
    if (typeof made === 'string')
      losses.add(
        'variant_not_imported',
        slot.where,
        `Variant ${slot.variantId} is not imported: ${made}`,
        subjectOf(slot, entries),
      )
    else overlays.set(slot.baselineId, taken.set(slot.variantId, made.overlay))
    if (typeof made !== 'string') reportDifferences(slot, made, losses)
  }
  for (const experience of experiences) slotsOf(experience, defaultCode, losses).forEach(offer)
  if (experiences.length > 0) {
    const count = experiences.length
    losses.add(
      'not_supported',
      experienceType,
      `Audiences, traffic and distribution are not evaluated (experiences: ${count}): allocation is the client's`,
    )
  }
  return overlays
}

/** One variant of one component, from which an overlay may be created. */
interface Slot {
  readonly experience: ReadEntry
  readonly where: string
  readonly kind: string
  readonly baselineId: string
  readonly variantId: string
  readonly variant: unknown
}

function slotsOf(experience: ReadEntry, defaultCode: string, losses: LossLog): Slot[] {
  const { source } = experience
  const config = source.fields.get('nt_config')?.get(defaultCode)
  const components = property(config, 'components')
  const isOdd = config !== undefined && !isObject(config)
  if (isOdd || (components !== undefined && !Array.isArray(components))) {
    const what = 'The `nt_config` of the experience cannot be read: none of its variants is imported'
    losses.add('variant_not_imported', source.id, what, {
      collection: experience.plan.collection,
      entry: source.id,
    })
  }
  const experienceId = textOf(source.fields.get('nt_experience_id')?.get(defaultCode)) || source.id
  return listOf(components).flatMap(component => {
    const baselineId = textOf(property(component, 'baseline', 'id')) ?? ''
    const kind = textOf(property(component, 'type')) ?? 'EntryReplacement'
    return listOf(property(component, 'variants')).map((variant, index) => ({
      experience,
      where: baselineId || source.id,
      kind,
      baselineId,
      variantId: `${experienceId}:${index + 1}`,
      variant,
    }))
  })
}

function subjectOf({ baselineId }: Slot, entries: ReadonlyMap<string, ReadEntry>): Subject {
  const baseline = entries.get(baselineId)
  return baseline ? { collection: baseline.plan.collection, entry: baselineId } : {}
}

interface OverlayVariant {
  readonly overlay: Values
  readonly baseline: ReadEntry
  readonly replacement: ReadEntry
}

/** Returns the overlay, or the reason why there is none. */
function toOverlay(
  slot: Slot,
  entries: ReadonlyMap<string, ReadEntry>,
  defaultCode: string,
): OverlayVariant | string {
  const { experience, variant } = slot
  const id = textOf(property(variant, 'id')) ?? ''
  const baseline = entries.get(slot.baselineId)
  const replacement = entries.get(id)
  if (slot.kind !== 'EntryReplacement') return `a component of the kind ${slot.kind} replaces no entry`
  if (!variantIdPattern.test(slot.variantId)) return 'its id does not fit the `variants` parameter'
  if (!experience.isLive) return `the experience ${experience.source.id} is ${describeState(experience)}`
  if (!baseline) return `its baseline ${slot.baselineId || 'without an id'} is not in the file`
  if (!listsExperience(baseline, experience.source.id, defaultCode)) {
    return `the baseline does not list the experience ${experience.source.id}, so Contentful's clients never show it`
  }
  if (id === '' || property(variant, 'hidden') === true)
    return 'it hides the entry, which an overlay cannot; the base shows'
  if (!replacement) return `its entry ${id} is not in the file`
  if (!replacement.isLive) return `its entry ${id} is ${describeState(replacement)}`
  if (replacement.plan !== baseline.plan) {
    return `its entry ${id} is of the content type ${replacement.plan.type.id}, the baseline of ${baseline.plan.type.id}`
  }
  const overlay = ownValues(replacement)
  return Object.keys(overlay).length > 0
    ? { overlay, baseline, replacement }
    : `its entry ${id} has no values`
}

// If a published entry became a draft, the warnings already give the reason.
function describeState({ source }: ReadEntry): string {
  const state = stateOf(source.sys)
  return isServed(state) ? 'imported as a draft' : state === 'draft' ? 'a draft' : 'archived'
}

function listsExperience(baseline: ReadEntry, experienceId: string, defaultCode: string): boolean {
  const links = listOf(baseline.source.fields.get(experiencesField)?.get(defaultCode))
  return links.some(link => linkTarget(link, 'Entry') === experienceId)
}

// The experience list belongs to the baseline; a variant's list would name another entry's experiences.
function ownValues({ plan, values }: ReadEntry): Values {
  const own = plan.fields.find(field => field.sourceId === experiencesField)?.apiName
  return Object.fromEntries(
    Object.entries(values.base).filter(([name, value]) => name !== own && value !== null),
  )
}

function reportDifferences(
  { variantId, where }: Slot,
  { overlay, baseline, replacement }: OverlayVariant,
  losses: LossLog,
): void {
  const subject = { collection: baseline.plan.collection, entry: baseline.source.id }
  const shining = Object.entries(ownValues(baseline))
    .filter(([name, value]) => !isEmpty(value) && !Object.hasOwn(overlay, name))
    .map(([name]) => name)
  if (shining.length > 0) {
    losses.add(
      'variant_differs',
      where,
      `Variant ${variantId} has no value for ${shining.join(', ')}: the base shows there, where Contentful shows nothing`,
      subject,
    )
  }
  const codes = [...replacement.values.overlays.keys()].map(locale => locale.code)
  if (codes.length > 0) {
    losses.add(
      'variant_not_imported',
      where,
      `Variant ${variantId} carries the default locale only; values in ${codes.join(', ')} are not imported`,
      subject,
    )
  }
}

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
