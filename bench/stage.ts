// What the cases of `npm run bench` are measured on: two spaces in one database, and what is right to answer of each.
import { join } from 'node:path'
import { createDataSet, type DataSet } from './data-set.ts'
import { createExpectations, type Expectations } from './expected.ts'
import { type FilledSpace, importDataSet } from './import-run.ts'
import type { OptionList, ReadOptions } from './options.ts'
import { type Frontlist, frontlistIn, type Load, type ServerProcess, startLoad } from './programs.ts'
import { type Recording, writeRecording } from './recording.ts'
import { type CaseResult, type Pair, toCaseResult } from './results.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { note, showProgress } from './terminal.ts'
import type { Workplace } from './workplace.ts'

const numbers = {
  posts: { about: 'Posts in the data set', min: 10, max: 100_000, fallback: 10_000, quick: 50 },
  rounds: { about: 'Rounds for each case and server', min: 1, max: 50, fallback: 5, quick: 1 },
  seconds: { about: 'Length of a round', min: 0.05, max: 60, fallback: 2, quick: 0.1, fraction: true },
  connections: { about: 'Connections that the load keeps busy', min: 1, max: 256, fallback: 16, quick: 4 },
} as const

export const benchOptions = {
  command: 'bench',
  about:
    'Measures Frontlist beside bare servers: one that returns the same bytes, one that reads the same rows.',
  numbers,
  texts: {
    only: 'These cases alone, by their names with commas between; nothing in the project is changed.',
    program: 'Measures this executable, such as dist/frontlist, instead of the checkout.',
  },
} satisfies OptionList<typeof numbers, 'only' | 'program'>

export type BenchOptions = ReadOptions<typeof numbers, 'only' | 'program'>

export function isAsked({ only }: BenchOptions, name: string): boolean {
  return only === null || only.split(',').includes(name)
}

export interface Content extends FilledSpace {
  readonly dataSet: DataSet
  readonly expectations: Expectations
}

export interface Stage {
  readonly options: BenchOptions
  readonly workplace: Workplace
  readonly frontlist: Frontlist
  /** A server with the settings that it has by itself. */
  readonly server: ServerProcess
  readonly content: Content
  /** Spaces of the same kind: one a fifth as large, and one that has pages enough to compile all code on. */
  readonly other: Content
  readonly warming: Content
}

export async function setUpStage(options: BenchOptions, workplace: Workplace): Promise<Stage> {
  const frontlist = frontlistIn(workplace, options.program)
  const fill = async (slug: string, posts: number): Promise<Content> => {
    const dataSet = createDataSet(posts)
    const filled = await importDataSet(frontlist, dataSet, slug, workplace)
    note(`Imported ${filled.import.entries} entries in ${filled.import.seconds} s.`)
    return { ...filled, dataSet, expectations: createExpectations(dataSet) }
  }
  const content = await fill('bench', options.posts)
  const other = await fill('other', Math.max(10, Math.round(options.posts / 5)))
  const warming = await fill('warming', 3 * options.posts)
  return { options, workplace, frontlist, content, other, warming, server: await frontlist.serve() }
}

/** A recording as a file, and a load that has read it. */
export async function loadOf(
  { workplace }: Pick<Stage, 'workplace'>,
  name: string,
  recording: Recording,
): Promise<{ load: Load; file: string }> {
  const file = join(workplace.folder, `${name}.recording`)
  await writeRecording(file, recording)
  return { file, load: await startLoad(workplace, file) }
}

export async function measureCase(
  { options }: Pick<Stage, 'options'>,
  about: Parameters<typeof toCaseResult>[0],
  [frontlist, bare]: readonly [Contender, Contender],
  load: Load,
): Promise<CaseResult> {
  const { rounds, connections } = options
  const onRound = (round: number, name: keyof Pair) =>
    showProgress(`${about.title}: round ${round} of ${rounds}, ${name} server`)
  const pairs = await measureRounds(frontlist, bare, { load, rounds, connections, onRound })
  showProgress('')
  return toCaseResult(about, pairs)
}
