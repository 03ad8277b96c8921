// Starts a worker, in the folder that its argument names, with a job that never ends, and writes the worker's process id:
// to be killed meanwhile.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../kit/until.ts'
import { createEngine, misbehavingProgram } from './engines.ts'
import { pixelsMax } from './transform.ts'

const [folder = ''] = process.argv.slice(2)
const engine = createEngine({ program: misbehavingProgram, folder })
const source = join(folder, 'source')
writeFileSync(source, 'wait')
void engine.run({ kind: 'thumbhash', source, contentType: 'image/png', pixelsMax })
await until(() => engine.pids.length > 0)
process.stdout.write(`${engine.pids[0]}\n`)
await new Promise(() => setInterval(() => {}, 60_000))
