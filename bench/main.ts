// `npm run bench`: lists the benchmarks, and `npm run bench NAME` runs one of them.
import { compare } from './compare.ts'
import { growth } from './growth.ts'
import { memory } from './memory.ts'
import { type Benchmark, readOptions, toUsage, UsageError } from './options.ts'
import { publish } from './publish.ts'
import { note, runProgram } from './run-program.ts'

const benchmarks: readonly Benchmark[] = [compare, publish, memory, growth]

function toList(): string {
  const width = Math.max(...benchmarks.map(({ name }) => name.length))
  const lines = benchmarks.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`)
  return `Usage: npm run bench NAME -- [OPTIONS]\n\n${lines.join('\n')}\n\nnpm run bench NAME -- --help lists the options of one.`
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  if (name === undefined || name === '--help') {
    process.stdout.write(`${toList()}\n`)
    return
  }
  const benchmark = benchmarks.find(each => each.name === name)
  if (!benchmark) throw new UsageError(`There is no benchmark "${name}".\n\n${toList()}`)
  const options = readOptions(args, benchmark)
  if (options === null) process.stdout.write(`${toUsage(benchmark)}\n`)
  else await runProgram(benchmark, options)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  note(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
