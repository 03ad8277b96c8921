// The examples in client/examples/, each built and started against a server with the demo space.
import { packClient } from '../kit/command/packed-client.ts'
import { type DemoServer, serveDemo } from './demo-server.ts'
import { FrameworkExample, UnreachableRegistry } from './framework-example.ts'
import { checkAstro, checkNext, checkServed, revalidateSeconds } from './framework-pages.ts'
import type { Findings } from './runner.ts'

export const frameworks = ['astro', 'next', 'sveltekit', 'nuxt'] as const
export type Framework = (typeof frameworks)[number]

interface Recipe {
  /** The files that a browser can get. */
  readonly browserFolder: string
  /** The project that the compiler checks; Next.js does so by itself. */
  readonly project?: string
  readonly check: (example: FrameworkExample, server: DemoServer, findings: Findings) => Promise<void>
}

const recipes: Readonly<Record<Framework, Recipe>> = {
  astro: { browserFolder: 'dist', project: '.', check: checkAstro },
  next: { browserFolder: '.next/static', check: checkNext },
  sveltekit: { browserFolder: 'build/client', project: '.', check: checkServed },
  nuxt: { browserFolder: '.output/public', project: '.nuxt/tsconfig.server.json', check: checkServed },
}

export async function runFrameworks(names: readonly Framework[], findings: Findings): Promise<void> {
  const { tarball } = packClient()
  for (const name of names) {
    const startedAt = performance.now()
    findings.say(`— ${name}`)
    try {
      await runFramework(name, tarball, findings)
    } catch (error) {
      if (!(error instanceof UnreachableRegistry)) throw error
      findings.say(`Left out: ${name}, because the npm registry cannot be reached for its packages.`)
    }
    findings.say(`${name} took ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  }
}

async function runFramework(name: Framework, tarball: string, findings: Findings): Promise<void> {
  const { browserFolder, project, check } = recipes[name]
  const server = await serveDemo()
  const example = new FrameworkExample(name, {
    FRONTLIST_URL: server.url,
    FRONTLIST_KEY: server.key,
    REVALIDATE_SECONDS: String(revalidateSeconds),
  })
  await example.install(tarball)
  await example.build()
  if (project) {
    const errors = await example.checkTypes(project)
    findings.claim(errors === '', `its TypeScript compiles${errors && `\n${errors}`}`)
  }
  const files = [...example.readFiles(browserFolder).values()]
  findings.claim(
    files.length > 0 && files.every(text => !text.includes(server.key)),
    `the API key is in none of the ${files.length} files that a browser gets`,
  )
  await check(example, server, findings)
}
