// Compiles files with one of the versions of TypeScript that the client supports.
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Glob } from 'bun'
import { makeFolder } from '../kit/test-folder.ts'

const root = join(import.meta.dir, '../..')
const types = join(root, 'client/src/types')
export const compilers = ['typescript-5.4', 'typescript-5.9', 'typescript'] as const
export type Compiler = (typeof compilers)[number]

interface Project {
  readonly folder: string
  readonly compile: (
    compiler: Compiler,
  ) => Promise<{ readonly errors: string; readonly instantiations: number }>
}

/** A folder with files, in which `@frontlist/client` has the types of this source. */
export async function createProject(
  moduleResolution: 'bundler' | 'nodenext',
  files: Readonly<Record<string, string>>,
  copiedFolder?: string,
  options: object = {},
): Promise<Project> {
  const folder = makeFolder()
  if (copiedFolder !== undefined) await cp(copiedFolder, folder, { recursive: true })
  const exported = [...new Glob('*.ts').scanSync(types)].map(name => `export type * from '${types}/${name}'`)
  exported.push(`export type * from '${join(types, '../options.ts')}'`)
  exported.push(`export { createClient } from '${join(types, '../client.ts')}'`)
  const written = {
    ...files,
    'package.json': '{ "type": "module" }',
    'node_modules/@frontlist/client/package.json': '{ "type": "module", "types": "./index.ts" }',
    'node_modules/@frontlist/client/index.ts': exported.join('\n'),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...optionsFor(moduleResolution), ...options },
      include: ['*.ts'],
    }),
  }
  for (const [name, text] of Object.entries(written)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await Bun.write(join(folder, name), text)
  }
  return { folder, compile: compiler => compile(folder, compiler) }
}

function optionsFor(moduleResolution: 'bundler' | 'nodenext') {
  return {
    ...{
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
    },
    ...{ allowImportingTsExtensions: true, verbatimModuleSyntax: true, noUnusedLocals: true },
    ...{ module: moduleResolution === 'bundler' ? 'es2022' : 'nodenext', moduleResolution },
  }
}

async function compile(folder: string, compiler: Compiler) {
  const program = join(root, 'node_modules', compiler, 'bin/tsc')
  // Checking in parallel does some of the work several times, so that its count depends on the machine.
  const single = compiler === 'typescript' ? ['--singleThreaded'] : []
  const options = ['-p', folder, '--extendedDiagnostics', '--pretty', 'false', ...single]
  const child = Bun.spawn(['node', program, ...options], { stdout: 'pipe' })
  const output = await new Response(child.stdout).text()
  const errors = output.split('\n').filter(line => /error TS/.test(line))
  const [, count = 'NaN'] = /^Instantiations:\s+(\d+)/m.exec(output) ?? []
  return { errors: errors.join('\n'), instantiations: Number(count) }
}
