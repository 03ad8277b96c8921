// Text for the data set: sentences of seeded words, with the quotes, dashes and accents that real articles have.
import type { SeededRandom } from './random.ts'

const words =
  'harbour editor ledger tide margin quiet paper archive winter letter window signal kettle garden proof column bridge market ferry lantern notebook orchard railway summer thread village weather copper draft engine island journal marble needle ocean pepper quarry river shelter timber valley wander yellow anchor barley candle ember fabric gravel hollow indigo café façade Malmö naïve São-Tomé'.split(
    ' ',
  )
const asides = [' — as promised — ', ', “more or less”, ', ', it’s said, ', '; ', ', ']

/** As many whole sentences as fit into about `characters`. */
export function prose(random: SeededRandom, characters: number): string {
  let text = ''
  while (text.length < characters) text += `${text === '' ? '' : ' '}${sentence(random)}`
  return text
}

export function title(random: SeededRandom): string {
  return capitalize([...Array(3 + random.below(4))].map(() => random.pick(words)).join(' '))
}

function sentence(random: SeededRandom): string {
  const half = () => [...Array(4 + random.below(6))].map(() => random.pick(words)).join(' ')
  return `${capitalize(half())}${random.pick(asides)}${half()}.`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
