// `npm run build`: builds the server and everything it serves into one executable for this platform, dist/frontlist.
// The running Bun becomes its runtime, so nothing is downloaded. Beside it comes the folder frontlist-images, with the
// program that transforms images and its libraries: without it, the executable serves files but transforms none.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dir, '..')
const { values } = parseArgs({ options: { outfile: { type: 'string' } } })
const outfile = resolve(values.outfile ?? join(root, 'dist/frontlist'))

async function build(): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, 'src/main.ts')],
    tsconfig: join(root, 'tsconfig.json'),
    // Names are not minified and the source map is embedded: stack traces show our files and lines.
    minify: { whitespace: true, syntax: true },
    sourcemap: 'inline',
    // Bytecode: start-up takes a third of the time, for 5 MB more.
    bytecode: true,
    format: 'esm',
    compile: {
      outfile,
      // Above the app's own limit, which responds with a problem document; the same flag as in package.json.
      execArgv: ['--max-http-header-size=65536'],
      // Settings may come from an .env as in a checkout; a stray bunfig.toml could run code.
      autoloadDotenv: true,
      autoloadBunfig: false,
    },
  })
  rmSync(`${outfile}.map`, { force: true })
}

/** The program of image workers, with sharp and its dependencies for this platform as they are installed. */
async function buildImages(): Promise<void> {
  const folder = join(dirname(outfile), 'frontlist-images')
  rmSync(folder, { recursive: true, force: true })
  await Bun.build({
    entrypoints: [join(root, 'src/media/images/worker.ts')],
    target: 'bun',
    outdir: folder,
    naming: 'worker.mjs',
    external: ['sharp'],
  })
  for (const name of packagesOf('sharp'))
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
}

/** A package and those that it depends on, without optional ones that are for other platforms. */
function packagesOf(name: string, found = new Set<string>()): ReadonlySet<string> {
  const file = join(root, 'node_modules', name, 'package.json')
  if (found.has(name) || !existsSync(file)) return found
  found.add(name)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'))
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) packagesOf(each, found)
  return found
}

const shown = relative(process.cwd(), outfile)
process.stdout.write(`Building ${shown} for ${process.platform} ${process.arch} with Bun ${Bun.version}…\n`)
try {
  const started = performance.now()
  await build()
  await buildImages()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`Built ${shown}: ${(Bun.file(outfile).size / 1e6).toFixed(0)} MB in ${seconds} s.\n`)
} catch (error) {
  const causes = error instanceof AggregateError ? error.errors : [error]
  process.stderr.write(`The build failed.\n${causes.map(String).join('\n')}\n`)
  process.exitCode = 1
}
