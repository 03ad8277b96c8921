// What a rig is when it is run by hand: options by flags, figures on standard output, exit code 1 where a claim fails.
import { parseArgs } from 'node:util'
import { type Figures, toLine } from './figures.ts'

/** What a rig finds out, told as it goes; the short form in the tests looks at {@link broken}. */
export class Findings {
  readonly broken: string[] = []
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

  /** A rig goes on after a claim that fails: the rest is worth knowing too. */
  claim(holds: boolean, words: string): void {
    if (!holds) this.broken.push(words)
    this.say(`${holds ? 'holds ' : 'BROKEN'}  ${words}`)
  }
}

/** Whole numbers by their flag, with the default of the long form. */
export type RigOptions<Name extends string> = Readonly<Record<Name, number>>

/** Ends the process. */
export async function runRig<Name extends string>(
  about: string,
  defaults: RigOptions<Name>,
  run: (options: RigOptions<Name>, findings: Findings) => Promise<void>,
): Promise<never> {
  const findings = new Findings(line => void process.stdout.write(`${line}\n`))
  const options = readOptions(defaults)
  if (options === null) {
    const flags = Object.entries(defaults).map(([name, value]) => `  --${name} N (${value})`)
    process.stderr.write(`${about}\n\n${flags.join('\n')}\n`)
    process.exit(2)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  findings.say(about)
  await run(options, findings)
  findings.say(findings.broken.length === 0 ? 'All claims hold.' : `${findings.broken.length} claims broken.`)
  process.exit(findings.broken.length === 0 ? 0 : 1)
}

function readOptions<Name extends string>(defaults: RigOptions<Name>): RigOptions<Name> | null {
  try {
    const options = Object.fromEntries(Object.keys(defaults).map(name => [name, { type: 'string' as const }]))
    const { values } = parseArgs({ args: process.argv.slice(2), options })
    const read = Object.entries(defaults).map(([name, value]) => [name, Number(values[name] ?? value)])
    return read.every(([, value]) => Number.isInteger(value)) ? Object.fromEntries(read) : null
  } catch {
    return null
  }
}
