// backup: a whole copy of one moment, whatever is written meanwhile, or no file at all.
import { expect, setDefaultTimeout } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTestSpace } from '../kit/app/test-space.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { manyEntries, modeOf, readState, start } from '../kit/command/running-command.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const few = 500
/** Their import takes as long as several copies. */
const many = 4000

testOnSqlite(
  'copies made while an import runs open, are sound, and hold all of the import or nothing',
  async () => {
    const command = createCommandLine()
    await command.run(['spaces', 'create', 'main'])
    const folder = makeFolder()
    const copies = join(folder, 'copies')
    await Bun.write(join(folder, 'in.ndjson'), manyEntries(few, 'before'))
    await command.run(['import', join(folder, 'in.ndjson'), '--space', 'main'])
    const before = readState(command.databaseFile)
    await Bun.write(join(folder, 'in.ndjson'), manyEntries(many, 'after'))
    await Bun.write(join(copies, 'keep'), '')
    const running = start(command, ['import', join(folder, 'in.ndjson'), '--space', 'main'])
    let isOver = false
    void running.finished.then(() => (isOver = true))
    const made: string[] = []
    while (!isOver) {
      const file = join(copies, `copy-${made.length}.db`)
      const { exitCode, stderr } = await start(command, ['backup', file]).finished
      expect([exitCode, stderr]).toEqual([0, ''])
      made.push(file)
    }
    const { exitCode } = await running.finished
    expect(exitCode).toBe(0)
    const after = readState(command.databaseFile)
    expect(after).toEqual({
      entries: many,
      live: many,
      publications: few + many,
      collections: 1,
      revision: 2,
    })
    expect(made.length).toBeGreaterThan(0)
    for (const file of made) {
      const state = readState(file)
      expect(state).toEqual(state.revision === 1 ? before : after)
      expect(modeOf(file)).toBe('600')
    }
    expect(readdirSync(copies).filter(name => name.endsWith('.partial'))).toEqual([])
    const restored = createCommandLine()
    const list = await restored.run(['spaces', 'list'], {
      environment: { DATABASE_URL: `sqlite:${made[0]}` },
    })
    expect(list.stdout).toContain('main')
  },
)

testOnSqlite(
  'a copy is not written over a file, nor over the database itself, and a failed one leaves nothing',
  async () => {
    const { database } = await createTestSpace()
    const folder = makeFolder()
    await Bun.write(join(folder, 'there'), 'text')
    expect(database.backup(join(folder, 'there'))).rejects.toThrow(/already exists/)
    expect(await Bun.file(join(folder, 'there')).text()).toBe('text')
    expect(database.backup(join(folder, 'no/copy.db'))).rejects.toThrow(/does not exist/)
    await database.backup(join(folder, 'copy.db'))
    expect(readdirSync(folder).sort()).toEqual(['copy.db', 'there'])
  },
)
