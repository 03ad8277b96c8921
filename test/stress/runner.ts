// How a stress test is run by hand: options as flags, measurements on standard output, exit code 1 if a claim fails.
import { parseArgs } from 'node:util'
import { type Figures, toLine } from './figures.ts'

/** The results of a stress test, printed as it runs; the short form in the tests reads {@link broken}. */
export class Findings {
  readonly broken: string[] = []
  claims = 0
  readonly #say: (line: string) => void

  constructor(say: (line: string) => void = () => {}) {
    this.#say = say
  }

  say(line: string): void {
    this.#say(line)
  }

  figures(title: string, figures: Figures): void {
    this.say(toLine(title, figures))
  }

  /** A stress test continues after a failed claim: the other results are useful too. */
  claim(holds: boolean, words: string): void {
    this.claims++
    if (!holds) this.broken.push(words)
    this.say(`${holds ? 'holds ' : 'BROKEN'}  ${words}`)
  }
}

/** Integer options by flag, with the defaults of the long form. */
export type StressOptions<Name extends string> = Readonly<Record<Name, number>>

/** Ends the process. */
export async function runStressTest<Name extends string>(
  about: string,
  defaults: StressOptions<Name>,
  run: (options: StressOptions<Name>, findings: Findings) => Promise<void>,
): Promise<never> {
  const findings = new Findings(line => void process.stdout.write(`${line}\n`))
  const options = readOptions(defaults)
  if (typeof options === 'string') {
    const flags = Object.entries(defaults).map(([name, value]) => `  --${name} N (${value})`)
    const isHelp = options === ''
    const stream = isHelp ? process.stdout : process.stderr
    stream.write(`${isHelp ? '' : `${options}\n\n`}${about}\n\n${flags.join('\n')}\n`)
    process.exit(isHelp ? 0 : 2)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  findings.say(about)
  await run(options, findings)
  const { broken, claims } = findings
  const summary = broken.length > 0 ? `${broken.length} claims broken.` : 'All claims hold.'
  findings.say(claims === 0 ? 'Nothing was checked.' : summary)
  process.exit(findings.broken.length === 0 ? 0 : 1)
}

/** The parsed options, or an error message; '' if only the help is requested. */
function readOptions<Name extends string>(defaults: StressOptions<Name>): StressOptions<Name> | string {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return ''
  try {
    const options = Object.fromEntries(Object.keys(defaults).map(name => [name, { type: 'string' as const }]))
    const { values } = parseArgs({ args, options })
    const read = Object.entries(defaults).map(
      ([name, value]) => [name, Number(values[name] ?? value)] as const,
    )
    const odd = read.find(([, value]) => !Number.isInteger(value))
    return odd ? `--${odd[0]} must be a whole number.` : (Object.fromEntries(read) as StressOptions<Name>)
  } catch (error) {
    return (error as Error).message
  }
}
