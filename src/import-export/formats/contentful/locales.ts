// Reads the locales of the space and their fallback chains. Values are selected here, not converted.

import { fitNames } from '../../read/fit-names.ts'
import type { LossLog } from '../../read/loss-log.ts'
import { listOf, type ObjectValue, property, textOf } from '../../read/unknown-json.ts'
import type { LocalizedValue } from './export-shape.ts'

export interface Locale {
  readonly code: string
  readonly variantId: string
  /** The locale itself, then its fallbacks. The default locale is left out, because its values are the base. */
  readonly chain: readonly string[]
  /** False if Contentful returns nothing at the chain's end. The base value is returned here nevertheless. */
  readonly endsAtDefault: boolean
}

export interface Locales {
  readonly defaultCode: string
  /** Locales that become overlays: all that the delivery API serves, except the default one. */
  readonly others: readonly Locale[]
  readonly hidden: ReadonlySet<string>
}

interface SourceLocale {
  readonly code: string
  readonly fallbackCode: string | null
  readonly isDefault: boolean
  readonly isDelivered: boolean
}

// A variant id without `:`, which is reserved for experiences and their numbers.
const localePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** Reads the locales. If none is marked as default, the most likely one is used. */
export function readLocales(source: ObjectValue, values: Iterable<LocalizedValue>, losses: LossLog): Locales {
  const sources = readSources(source, losses)
  const defaultCode = findDefault(sources, losses) ?? guessDefault(values, losses)
  const byCode = new Map(sources.map(locale => [locale.code, locale]))
  const shown = sources.filter(locale => locale.isDelivered && locale.code !== defaultCode)
  const codes = shown.map(locale => locale.code)
  const variantIds = fitNames(codes, { pattern: localePattern, lengthMax: 64, filler: '-' })
  const others = shown.map(({ code }) => {
    const variantId = variantIds.get(code) ?? code
    if (variantId !== code)
      losses.add(
        'name_changed',
        `locale ${code}`,
        `Its code is not a valid variant ID: it became \`${variantId}\``,
      )
    return { code, variantId, ...fallbackChain(code, defaultCode, byCode, losses) }
  })
  const hidden = sources.filter(locale => !locale.isDelivered && locale.code !== defaultCode)
  return { defaultCode, others, hidden: new Set(hidden.map(locale => locale.code)) }
}

function readSources(source: ObjectValue, losses: LossLog): SourceLocale[] {
  const locales = new Map<string, SourceLocale>()
  listOf(property(source, 'locales')).forEach((item, index) => {
    const code = textOf(property(item, 'code'))
    if (!code) losses.add('unreadable', `locale number ${index + 1}`, 'It has no code and was left out')
    else if (locales.has(code))
      losses.add('unreadable', `locale ${code}`, 'It is in the file twice; the first one stands')
    else
      locales.set(code, {
        code,
        fallbackCode: textOf(property(item, 'fallbackCode')),
        isDefault: property(item, 'default') === true,
        isDelivered: property(item, 'contentDeliveryApi') !== false,
      })
  })
  return [...locales.values()]
}

function findDefault(sources: readonly SourceLocale[], losses: LossLog): string | undefined {
  const [first, ...rest] = sources.filter(locale => locale.isDefault)
  for (const { code } of rest) {
    losses.add(
      'model_adapted',
      `locale ${code}`,
      `It is marked as the default beside ${first?.code}: it became an overlay like any other`,
    )
  }
  return first?.code
}

// Without a marked default, the locale with the most values is used, so that the base is as complete as possible.
function guessDefault(values: Iterable<LocalizedValue>, losses: LossLog): string {
  const counts = new Map<string, number>()
  for (const byLocale of values) {
    for (const code of byLocale.keys()) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const most = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), ['en-US', 0] as const)[0]
  if (counts.size > 0)
    losses.add(
      'model_adapted',
      'locales',
      `The file marks no default locale: ${most} was taken, as it has the most values`,
    )
  return most
}

function fallbackChain(
  code: string,
  defaultCode: string,
  byCode: ReadonlyMap<string, SourceLocale>,
  losses: LossLog,
): Pick<Locale, 'chain' | 'endsAtDefault'> {
  const chain: string[] = []
  const seen = new Set<string>()
  let at: string | null = code
  while (at !== null && at !== defaultCode && !seen.has(at)) {
    seen.add(at)
    // Locales hidden from the delivery API must not be exposed through fallbacks either.
    if (byCode.get(at)?.isDelivered) chain.push(at)
    const next: string | null = byCode.get(at)?.fallbackCode ?? null
    if (next !== null && !byCode.has(next)) {
      losses.tally(
        'variant_differs',
        `locale ${at}`,
        `Its fallback ${next} is not in the file: the default locale stands in`,
      )
      return { chain, endsAtDefault: true }
    }
    at = next
  }
  return { chain, endsAtDefault: at === defaultCode }
}

/** Returns the value of the first locale in the chain that has one. */
export function pickValue(values: LocalizedValue | undefined, chain: readonly string[]): unknown {
  const code = chain.find(one => values?.has(one))
  return code === undefined ? undefined : values?.get(code)
}
