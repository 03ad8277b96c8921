// `npm run bench`: lists the benchmarks, and `npm run bench NAME` runs one of them.
import { Command, CommanderError } from 'commander'
import { authoring } from './authoring.ts'
import { blocks } from './blocks.ts'
import { compare } from './compare.ts'
import { growth } from './growth.ts'
import { memory } from './memory.ts'
import { addBenchmark, UsageError } from './options.ts'
import { publish } from './publish.ts'
import { queries } from './queries.ts'
import { note, runProgram } from './run-program.ts'

const program = new Command('npm run bench').usage('NAME -- [OPTIONS]').helpCommand(false).exitOverride()
for (const benchmark of [compare, publish, authoring, blocks, memory, growth, queries])
  addBenchmark(program, benchmark, runProgram)

try {
  const args = process.argv.slice(2)
  await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    note(error instanceof Error ? error.message : String(error))
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
