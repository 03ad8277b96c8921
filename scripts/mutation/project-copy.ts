// A copy of the project in which faults are made: the work tree is never written to. It has the compiler's view of
// itself, so that a fault which the compiler finds is not taken for one that tests have to find.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SourceFile } from 'typescript/unstable/ast'
import { API, type Project } from 'typescript/unstable/async'

export class ProjectCopy {
  readonly folder: string
  /** For what tests make, so that it goes with the copy. */
  readonly temporary: string
  readonly #api: API

  private constructor(root: string, files: readonly string[]) {
    const home = mkdtempSync(join(tmpdir(), 'frontlist-mutation-'))
    this.folder = join(home, 'project')
    this.temporary = join(home, 'tmp')
    mkdirSync(this.temporary)
    for (const file of files) {
      if (!existsSync(join(root, file))) continue
      mkdirSync(dirname(join(this.folder, file)), { recursive: true })
      cpSync(join(root, file), join(this.folder, file), { recursive: true })
    }
    const modules = join(root, 'node_modules')
    if (existsSync(modules)) symlinkSync(modules, join(this.folder, 'node_modules'))
    this.#api = new API({ cwd: this.folder })
  }

  /** `files`: files or folders below `root`, where they are there. */
  static async make(root: string, files: readonly string[]): Promise<ProjectCopy> {
    const copy = new ProjectCopy(root, files)
    await copy.#project()
    return copy
  }

  read(file: string): Promise<string> {
    return Bun.file(join(this.folder, file)).text()
  }

  async write(file: string, text: string): Promise<void> {
    await Bun.write(join(this.folder, file), text)
  }

  async parse(file: string): Promise<SourceFile> {
    const project = await this.#project()
    const source = await project.program.getSourceFile(join(this.folder, file))
    if (source === undefined) throw new Error(`${file} is no part of the project.`)
    return source
  }

  /** Whether the compiler has nothing to say about the file as it now stands. */
  async compiles(file: string): Promise<boolean> {
    const path = join(this.folder, file)
    const { program } = await this.#project(path)
    const faults = [
      ...(await program.getSyntacticDiagnostics(path)),
      ...(await program.getSemanticDiagnostics(path)),
    ]
    return faults.length === 0
  }

  async remove(): Promise<void> {
    await this.#api.close()
    rmSync(dirname(this.folder), { recursive: true, force: true })
  }

  async #project(changed?: string): Promise<Project> {
    const snapshot = await this.#api.updateSnapshot({
      openProjects: [join(this.folder, 'tsconfig.json')],
      ...(changed !== undefined && { fileChanges: { changed: [changed] } }),
    })
    const [project] = snapshot.getProjects()
    if (project === undefined) throw new Error('There is no tsconfig.json.')
    return project
  }
}
