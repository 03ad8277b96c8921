// The compose files without a container engine: what it names exists, what it sets is accepted, and no secret is made up.
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createTrust } from '../../src/base/client-address.ts'
import { readConfig, variables } from '../../src/config.ts'
import { blocksOf } from '../documents/documents.ts'
import { projectFolder } from '../kit/command/process.ts'

interface Service {
  readonly image: string
  readonly build?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly networks?: { readonly default: { readonly ipv4_address: string } }
  readonly stop_grace_period?: string
  readonly read_only?: boolean
  readonly tmpfs?: readonly string[]
  readonly mem_limit?: string
  readonly pids_limit?: number
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt?: readonly string[]
}

interface Probe {
  readonly httpGet: { readonly path: string }
  readonly periodSeconds: number
}

interface Pod {
  readonly terminationGracePeriodSeconds: number
  readonly containers: readonly {
    readonly env: readonly { name: string; value: string }[]
    readonly ports: readonly { containerPort: number }[]
    readonly startupProbe: Probe
    readonly livenessProbe: Probe
    readonly readinessProbe: Probe
    readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } }
  }[]
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: object
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly { subnet: string; gateway: string }[] } }
  }
}

const read = (path: string) => Bun.file(join(projectFolder, path)).text()
const text = await read('compose.yaml')
const { services, volumes, networks } = Bun.YAML.parse(text) as Compose
const single = Bun.YAML.parse(await read('compose.single.yaml')) as Compose
const everyService = [...Object.entries(services), ...Object.entries(single.services)]
const nodes = Object.entries(services).filter(([, { build }]) => build === '.')
const secrets = {
  FRONTLIST_SECRET: 's'.repeat(64),
  DATABASE_PASSWORD: 'd'.repeat(64),
  POSTGRES_PASSWORD: 'p'.repeat(64),
}

/** As Docker Compose puts variables in: `${NAME:?why}` must be set, `${NAME:-this}` need not. */
function interpolate(value: string, given: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\$\{(\w+)(:[-?])?([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    if (given[name]) return given[name]
    if (kind === ':-') return rest
    throw new Error(`${name} is not set: ${rest}`)
  })
}

function environmentOf(service: Service, given: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(service.environment ?? {})
  return Object.fromEntries(pairs.map(([name, value]) => [name, interpolate(value, given)]))
}

describe('compose.yaml', () => {
  test('has a database, two nodes of this checkout, and a balancer', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'node-1', 'node-2', 'balancer'])
    expect(nodes.map(([name]) => name)).toEqual(['node-1', 'node-2'])
    expect(existsSync(join(projectFolder, 'Dockerfile'))).toBe(true)
  })

  test.each(nodes)('gives %s settings that it knows and accepts', (_, node) => {
    const environment = environmentOf(node, secrets)
    expect(Object.keys(environment).filter(name => !Object.hasOwn(variables, name))).toEqual([])
    const config = readConfig(environment)
    expect(config).toMatchObject({ FRONTLIST_SECRET: secrets.FRONTLIST_SECRET })
    expect(new URL(config.DATABASE_URL)).toMatchObject({
      hostname: 'postgres',
      username: 'frontlist',
      password: secrets.DATABASE_PASSWORD,
    })
  })

  test.each(Object.keys(secrets))('starts nothing without %s, which has no default', name => {
    const rest = Object.fromEntries(Object.entries(secrets).filter(([other]) => other !== name))
    const asking = Object.values(services).filter(({ environment }) =>
      Object.values(environment ?? {}).some(value => value.includes(name)),
    )
    expect(asking.length).toBeGreaterThan(0)
    for (const service of asking) expect(() => environmentOf(service, rest)).toThrow(`${name} is not set`)
    expect(text).not.toMatch(new RegExp(`\\$\\{${name}(?!:\\?)`))
  })

  test('opens one port, of the balancer, to this machine only', () => {
    const open = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map(port => [name, port]))
    expect(open).toEqual([['balancer', '127.0.0.1:8080:80']])
    expect(readConfig(environmentOf(nodes[0]![1], secrets)).PUBLIC_URL).toBe('http://localhost:8080')
  })

  test('trusts X-Forwarded-For of the balancer and of the proxy on the machine, and of nothing outside of the network', () => {
    const [{ subnet, gateway } = { subnet: '', gateway: '' }] = networks.default.ipam.config
    for (const [, node] of nodes) expect(environmentOf(node, secrets).TRUSTED_PROXIES).toBe(subnet)
    const trusted = createTrust([subnet])
    for (const [, node] of nodes) expect(trusted.check(node.networks?.default.ipv4_address ?? '')).toBe(true)
    // Where what ends TLS on the machine comes from.
    expect(trusted.check(gateway)).toBe(true)
    expect(trusted.check('10.213.8.1')).toBe(false)
  })

  test('waits for who is healthy, which each service can tell', async () => {
    const waits = Object.values(services).flatMap(({ depends_on = {} }) => Object.entries(depends_on))
    for (const [name, { condition }] of waits) {
      expect(condition).toBe('service_healthy')
      const { healthcheck, build } = services[name]!
      if (build) expect(await read('Dockerfile')).toMatch(/^HEALTHCHECK /m)
      else expect(healthcheck?.test[0]).toBe('CMD')
    }
    expect(services.balancer?.healthcheck?.test.at(-1)).toEndWith('/readyz')
  })

  test('lets a node end by itself: nobody kills it before it gives up', async () => {
    const [, seconds = ''] = /process\.exit\(1\), (\d+)_000/.exec(await read('src/cli/serve.ts')) ?? []
    expect(Number(seconds)).toBeGreaterThan(0)
    for (const [, node] of nodes) {
      expect(Number.parseInt(node.stop_grace_period ?? '', 10)).toBeGreaterThan(Number(seconds))
    }
  })

  test('mounts files and volumes that there are', () => {
    const mounted = Object.values(services).flatMap(service => service.volumes ?? [])
    for (const [source = ''] of mounted.map(mount => mount.split(':'))) {
      if (source.startsWith('./'))
        expect([source, existsSync(join(projectFolder, source))]).toEqual([source, true])
      else expect(volumes).toHaveProperty(source)
    }
  })
})

describe('the services of the compose files', () => {
  test.each(everyService)(
    '%s cannot write its own files, and has limits of memory and processes',
    (_, one) => {
      expect(one.read_only).toBe(true)
      expect(one.mem_limit).toMatch(/^\d+[mg]$/)
      expect(one.pids_limit).toBeGreaterThan(0)
      // What is in memory counts as the container's, so each has a size.
      for (const line of one.tmpfs ?? []) expect(line).toMatch(/^\/[a-z/]+:size=\d+m$/)
    },
  )

  test.each(everyService)('%s has no rights of root but those that its image takes to start', (name, one) => {
    const needed: Record<string, readonly string[]> = {
      postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
      balancer: ['CHOWN', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'],
    }
    expect([one.cap_drop, one.cap_add]).toEqual([['ALL'], needed[name]])
    expect(one.security_opt).toEqual(['no-new-privileges:true'])
  })

  test('keep pictures that they resize on a volume, each node its own, because memory is limited', () => {
    const folders = nodes.map(([, node]) => environmentOf(node, secrets).IMAGES_DIR)
    expect(new Set(folders).size).toBe(nodes.length)
    for (const folder of folders) expect(folder).toStartWith('/data/')
    for (const [, { volumes: mounts }] of nodes) expect(mounts).toEqual(['files:/data'])
  })
})

describe('compose.single.yaml', () => {
  const node = single.services.frontlist!

  test('is one node of this checkout with the database of the image, on a volume', async () => {
    expect(Object.keys(single.services)).toEqual(['frontlist'])
    expect([node.build, node.volumes, Object.keys(single.volumes)]).toEqual(['.', ['data:/data'], ['data']])
    expect(await read('Dockerfile')).toContain('DATABASE_URL=sqlite:/data/')
    expect(node.environment).not.toHaveProperty('DATABASE_URL')
  })

  test('starts without a setting, with those that the server accepts, and is open to this machine only', () => {
    const environment = environmentOf(node, {})
    expect(Object.keys(environment).filter(name => !Object.hasOwn(variables, name))).toEqual([])
    const [{ subnet, gateway } = { subnet: '', gateway: '' }] = single.networks.default.ipam.config
    expect(readConfig(environment).PUBLIC_URL).toBe('http://localhost:3000')
    expect(createTrust([environment.TRUSTED_PROXIES!]).check(gateway)).toBe(true)
    expect([environment.TRUSTED_PROXIES, node.ports]).toEqual([subnet, ['127.0.0.1:3000:3000']])
    // A node gives up after 20 seconds.
    expect(Number.parseInt(node.stop_grace_period ?? '', 10)).toBeGreaterThan(20)
  })
})

describe('deploy/nginx.conf', () => {
  test('asks every node of compose.yaml, at the port of the image', async () => {
    const servers = [...(await read('deploy/nginx.conf')).matchAll(/^ +server (\S+) /gm)].map(
      match => match[1],
    )
    const [, port] = /^EXPOSE (\d+)$/m.exec(await read('Dockerfile')) ?? []
    expect(servers).toEqual(nodes.map(([name]) => `${name}:${port}`))
  })
})

describe('the Deployment in docs/deployment.md', async () => {
  const { content } = blocksOf(await read('docs/deployment.md')).find(({ language }) => language === 'yaml')!
  const { template } = (Bun.YAML.parse(content) as { spec: { template: { spec: Pod } } }).spec
  const [container] = template.spec.containers

  test('sets what the server accepts, at the port of the image', async () => {
    const environment = Object.fromEntries(container!.env.map(({ name, value }) => [name, value]))
    expect(Object.keys(environment).filter(name => !Object.hasOwn(variables, name))).toEqual([])
    expect(readConfig(environment).PUBLIC_URL).toBe('https://content.example.com')
    expect(container!.ports.map(port => port.containerPort)).toEqual([3000])
  })

  test('asks the right probe for each purpose, and waits for the end', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container!
    const paths = [startupProbe, livenessProbe, readinessProbe].map(probe => probe.httpGet.path)
    expect(paths).toEqual(['/healthz', '/healthz', '/readyz'])
    const stale = readConfig({}).STALE_SECONDS
    expect(readinessProbe.periodSeconds).toBeLessThan(stale)
    const seconds = Number(container!.lifecycle.preStop.exec.command[1])
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 20)
  })
})
