// The nodes of the compose files without a container engine: the executable with the settings, the folders that cannot
// be written and the rights that those files give it. Limits of memory and processes are not set here.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { chownSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { createCommandLine, projectFolder } from '../kit/command/process.ts'
import { placeDatabase } from '../kit/database/test-databases.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { openFileCommands } from '../media/assets/file-commands.ts'
import { quarters } from '../media/images/pictures.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

interface Service {
  readonly environment: Readonly<Record<string, string>>
  readonly read_only: boolean
  readonly tmpfs: readonly string[]
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
}

const user = 10_001
const executable = process.env.TEST_EXECUTABLE

/** Why the restrictions cannot be set here; null if they can. */
function whyNotConfined(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it takes Linux and root'
  if (!executable) return 'it takes the executable that npm test builds'
  const tried = Bun.spawnSync(['unshare', '--mount', 'setpriv', '--no-new-privs', 'true'])
  return tried.exitCode === 0 ? null : 'it takes unshare and setpriv, and the right to mount'
}

/** As a container engine reads it: a path with options. Nothing in it may be executed unless it says so. */
function mountsOf({ read_only, tmpfs }: Service): string {
  const mounts = tmpfs.map(line => {
    const [path = '', options = ''] = line.split(':')
    return `mount -t tmpfs -o ${['noexec,nosuid,nodev,mode=1777', options].join()} tmpfs ${path}`
  })
  return [...(read_only ? ['mount -o remount,bind,ro /'] : []), ...mounts].join('\n')
}

/** A command in front of another one, which then has only what the service has. `/data` is `/mnt/data` here. */
function confinementOf(service: Service, data: string): string[] {
  const rights = ['--reuid', `${user}`, '--regid', `${user}`, '--clear-groups']
  if (service.cap_drop.includes('ALL')) rights.push('--bounding-set=-all', '--inh-caps=-all')
  if (service.security_opt.includes('no-new-privileges:true')) rights.push('--no-new-privs')
  const script = `set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/program /mnt/data
mount --bind '${dirname(executable!)}' /mnt/program
mount --bind '${data}' /mnt/data
mount -o remount,bind,ro /mnt/program
mount -o remount,ro /mnt
${mountsOf(service)}
cd /mnt/data
exec setpriv ${rights.join(' ')} "$@"`
  return ['unshare', '--mount', '--propagation', 'private', 'bash', '-c', script, 'confined']
}

async function serviceOf(file: string, name: string): Promise<Service> {
  const text = await Bun.file(join(projectFolder, file)).text()
  return (Bun.YAML.parse(text) as { services: Record<string, Service> }).services[name]!
}

/** What the image and the service set, except what only a container has: its addresses and its database's name. */
function settingsOf({ environment }: Service): Record<string, string> {
  const folders = Object.entries(environment).filter(([name]) => /^(?:ASSETS_STORE|IMAGES_DIR)$/.test(name))
  return Object.fromEntries(folders.map(([name, value]) => [name, value.replace('/data', '/mnt/data')]))
}

const reason = whyNotConfined()

test.skipIf(reason !== null).each([
  ['compose.yaml', 'node-1'],
  ['compose.single.yaml', 'frontlist'],
])(
  `the node of %s stores and resizes pictures with the rights and folders it has there${reason ? ` (left out: ${reason})` : ''}`,
  async (file, name) => {
    const service = await serviceOf(file, name)
    const data = makeFolder()
    mkdirSync(data, { recursive: true })
    chownSync(data, user, user)
    const isEmbedded = testEngine === 'sqlite' || !('DATABASE_URL' in service.environment)
    const confinement = confinementOf(service, data)
    const command = createCommandLine(placeDatabase(), {
      command: [...confinement, '/mnt/program/frontlist'],
    })
    const environment = {
      ASSETS_STORE: '',
      IMAGES_DIR: '',
      PUBLIC_URL: 'http://localhost:3000',
      ...settingsOf(service),
      ...(isEmbedded && { DATABASE_URL: 'sqlite:/mnt/data/frontlist.db' }),
    }
    const attempt = (line: string) => Bun.spawnSync([...confinement, 'bash', '-c', line]).exitCode
    // Else the rest would show nothing: what is not to be written cannot be written, and nobody gets rights back.
    expect(attempt('touch /mnt/data/mine && rm /mnt/data/mine')).toBe(0)
    expect(attempt('touch /var/tmp/frontlist-confined 2>/dev/null')).not.toBe(0)
    expect(attempt('cp /bin/true /tmp/ && /tmp/true 2>/dev/null')).not.toBe(0)
    expect(
      attempt('grep -q "^CapBnd:.0*$" /proc/self/status && grep -q "^NoNewPrivs:.1$" /proc/self/status'),
    ).toBe(0)

    const { run, serve } = await openFileCommands(command, environment)
    const { ask, stop } = await serve()
    const uploaded = await ask('POST', '?filename=a.png&id=a', await quarters(200, 100).png().toBuffer())
    expect(uploaded.status).toBe(201)
    const made = await ask('GET', '/a/file?w=48&fm=webp')
    expect(made.status).toBe(200)
    expect(await sharp(await made.bytes()).metadata()).toMatchObject({ format: 'webp', width: 48 })
    const report = (await run('doctor')) as { diagnostics: { check: string; text: string }[] }
    expect(report.diagnostics.find(({ check }) => check === 'images')).toMatchObject({ status: 'ok' })
    expect(await stop()).toBe(0)
    // On the volume, and not in memory.
    const pictures = readdirSync(
      join(data, (environment.IMAGES_DIR || '/mnt/data/images').slice('/mnt/data/'.length)),
    )
    expect(pictures.length).toBeGreaterThan(0)
  },
)
