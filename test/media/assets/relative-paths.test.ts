// Set-ups as they are shipped: settings that are left out, or that name their folders relative to where the server was
// started. Images are made by a process that runs in another folder, so each path has to be found from there too.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { createCommandLine, projectFolder, sourceProgram } from '../../kit/command/process.ts'
import { placeDatabase } from '../../kit/database/test-databases.ts'
import { testEngine } from '../../kit/database/test-engine.ts'
import { s3Secrets, startS3Server } from '../../kit/files/s3-server.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { quarters } from '../images/pictures.ts'
import { openFileCommands } from './file-commands.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const s3Settings = () => ({
  ASSETS_STORE: startS3Server().address,
  S3_ACCESS_KEY_ID: s3Secrets.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3Secrets.secretAccessKey,
})

/** Those of `.env.example` that name a place, as the file has them. */
async function exampleSettings(): Promise<Record<string, string>> {
  const text = await Bun.file(join(projectFolder, '.env.example')).text()
  const lines = [...text.matchAll(/^# (DATABASE_URL|ASSETS_STORE|IMAGES_DIR)=(.*)$/gm)]
  return Object.fromEntries(lines.map(([, name, value]) => [name, value]))
}

/** Those of the nodes in `compose.yaml`, with a folder of the test in place of the container's volume. */
async function composeSettings(): Promise<Record<string, string>> {
  const { services } = Bun.YAML.parse(await Bun.file(join(projectFolder, 'compose.yaml')).text()) as {
    services: Record<string, { environment: Record<string, string> }>
  }
  const { ASSETS_STORE = '', IMAGES_DIR = '' } = services['node-1']!.environment
  const root = makeFolder()
  return { ASSETS_STORE: ASSETS_STORE.replace(':/', `:${root}/`), IMAGES_DIR: join(root, IMAGES_DIR) }
}

const setups: Record<string, () => Promise<Record<string, string>>> = {
  'the settings of .env.example': exampleSettings,
  'an S3 store, and nothing else set': async () => ({ ...(await exampleSettings()), ...s3Settings() }),
  'relative folders': async () => ({
    ...(await exampleSettings()),
    ASSETS_STORE: 'file:./files',
    IMAGES_DIR: './made',
  }),
  'an S3 store and a relative folder of images': async () => ({
    ...(await exampleSettings()),
    ...s3Settings(),
    IMAGES_DIR: 'made',
  }),
  'the settings of the nodes in compose.yaml': async () => ({
    ...(await exampleSettings()),
    ...(await composeSettings()),
  }),
}

test.each(Object.entries(setups))(
  'images are made with %s, from whatever folder the server is started',
  async (_, read) => {
    const folder = join(makeFolder(), 'somewhere')
    mkdirSync(folder, { recursive: true })
    const { DATABASE_URL, ...settings } = await read()
    // The example names the embedded database.
    const environment = { ...settings, ...(testEngine === 'sqlite' && { DATABASE_URL: DATABASE_URL! }) }
    const command = createCommandLine(placeDatabase(), { folder, command: sourceProgram })
    const { run, serve } = await openFileCommands(command, environment)
    writeFileSync(join(folder, 'command.jpg'), await quarters(64, 64).jpeg().toBuffer())
    const [added] = (await run('assets', 'add', 'command.jpg', '--space', 'main')).list
    // A busy machine may leave out the placeholder; a picture that is not found cannot be decoded.
    expect(added.doc.unreadable).toBe(false)
    const { ask, stop } = await serve()
    const uploaded = await ask('POST', '?filename=a.png&id=a', await quarters(200, 100).png().toBuffer())
    const { doc } = (await uploaded.json()) as { doc: { unreadable: boolean } }
    expect([uploaded.status, doc.unreadable]).toEqual([201, false])
    for (const id of ['a', added.doc.id]) {
      const made = await ask('GET', `/${id}/file?w=48&fm=webp`)
      expect([id, made.status]).toEqual([id, 200])
      expect(await sharp(await made.bytes()).metadata()).toMatchObject({ format: 'webp', width: 48 })
    }
    expect(await stop()).toBe(0)
  },
)

test('a checkout makes images when it is started by a relative path, as its scripts do', async () => {
  const folder = makeFolder()
  mkdirSync(folder, { recursive: true })
  const place = placeDatabase()
  const command = createCommandLine(place, { folder })
  const { environment } = command
  const embedded = testEngine === 'sqlite' && { DATABASE_URL: 'sqlite:data/frontlist.db' }
  const settings = { ...environment, ...embedded, ...s3Settings(), IMAGES_DIR: '' }
  await command.run(['spaces', 'create', 'main'], { environment: settings })
  writeFileSync(join(folder, 'a.jpg'), await quarters(64, 64).jpeg().toBuffer())
  const main = relative(folder, join(projectFolder, 'src/main.ts'))
  const words = ['assets', 'add', 'a.jpg', '--space', 'main', '--json']
  const child = Bun.spawn([process.execPath, '--max-http-header-size=65536', main, ...words], {
    cwd: folder,
    env: settings,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { list } = (await new Response(child.stdout).json()) as { list: { doc: { unreadable: boolean } }[] }
  expect(list[0]!.doc.unreadable).toBe(false)
})
