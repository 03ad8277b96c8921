// Lists the stress tests of this checkout: the programs in test/stress/programs/, each with a one-sentence description.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Glob } from 'bun'

const folder = join(import.meta.dir, '../test/stress/programs')

interface StressTest {
  readonly name: string
  readonly file: string
  readonly about: string
}

/** Parsed from the source text, because importing a stress test runs it. */
const aboutPattern = /^const about =\s+(['"])(.+)\1$/m

export function listStressTests(): readonly StressTest[] {
  const names = [...new Glob('*.ts').scanSync(folder)].sort()
  return names.map(name => {
    const file = join(folder, name)
    const about = aboutPattern.exec(readFileSync(file, 'utf8'))?.[2]
    if (!about) throw new Error(`${file} must say what it is about: const about = '…'`)
    return { name: basename(name, '.ts'), file, about }
  })
}
