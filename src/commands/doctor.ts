// doctor
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { type Clock, systemClock } from '../base/clock.ts'
import { about, type Finding } from '../base/finding.ts'
import type { Config } from '../config.ts'
import { examineDatabase } from '../database/examine.ts'
import { isShared } from '../database/open.ts'
import { isWholeSecret, secretFileOf } from '../database/secret-file.ts'
import { version } from '../version.ts'
import type { CommandContext, Run } from './command.ts'

const askMs = 2000

/** Before this version was made, or so far off that no key lasts as long. */
const years = { min: 2026, max: 2100 } as const

export function addDoctor(program: Command, run: Run): void {
  program
    .command('doctor')
    .description(
      'Looks at database, settings, clock, disk and port, and says what to do; it changes nothing.',
    )
    .action(run(examine))
}

async function examine({ config }: CommandContext) {
  const findings = [
    about('version').ok(`Frontlist ${version} on Bun ${Bun.version}`),
    ...examineYear(systemClock),
    ...(await examineDatabase(config.DATABASE_URL, systemClock)),
    ...(await examineReplicas(config)),
    examineSecret(config),
    await examineListener(config),
  ]
  const hasFault = findings.some(({ level }) => level === 'fault')
  return { value: { ok: !hasFault, findings }, text: findings.map(toLine).join('\n'), hasFailed: hasFault }
}

function toLine(finding: Finding): string {
  const { level, subject, says } = finding
  const todo = finding.level === 'ok' ? '' : ` ${finding.todo}`
  return `${level.padEnd(8)} ${subject.padEnd(12)} ${says}${todo}`
}

export function examineYear(clock: Clock): Finding[] {
  const year = new Date(clock()).getUTCFullYear()
  if (year >= years.min && year <= years.max) return []
  return [
    about('clock').fault(`It says that this is the year ${year}.`, 'Set it: keys and sessions end by it.'),
  ]
}

async function examineReplicas({ DATABASE_REPLICA_URLS: urls }: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [at, url] of urls.entries()) {
    const [first] = await examineDatabase(url, systemClock)
    const replica = about(`replica ${at + 1}`)
    findings.push(
      first?.level === 'ok'
        ? replica.ok(first.says)
        : replica.warning(
            first?.says ?? '',
            'It is passed over until it answers: see DATABASE_REPLICA_URLS.',
          ),
    )
  }
  return findings
}

function examineSecret({ FRONTLIST_SECRET, DATABASE_URL }: Config): Finding {
  const secret = about('secret')
  if (FRONTLIST_SECRET !== '') return secret.ok('FRONTLIST_SECRET is set, and long enough.')
  if (isShared(DATABASE_URL)) {
    return secret.fault(
      'FRONTLIST_SECRET is missing.',
      'Set it, the same on every node, such as to the output of: openssl rand -hex 32',
    )
  }
  const file = secretFileOf(DATABASE_URL)
  if (!existsSync(file)) {
    return secret.warning(`There is no file ${file}.`, '`serve` makes one; who had a session signs in again.')
  }
  try {
    if (!isWholeSecret(readFileSync(file, 'utf8'))) {
      return secret.fault(`${file} is damaged.`, 'Remove it to have a new one made: everyone signs in again.')
    }
  } catch (error) {
    return secret.fault(
      `${file} cannot be read: ${(error as Error).message}.`,
      'Run it as the owner of the file.',
    )
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    return secret.fault(
      `Other users have rights to ${file}: who reads it can make sessions.`,
      `chmod 600 ${file}, and where somebody may have read it, remove it to have a new one made.`,
    )
  }
  return secret.ok(`${file} is whole, and for its owner alone.`)
}

/** Whether a Frontlist answers at HOST and PORT, somebody else does, or it is free. */
async function examineListener({ HOST, PORT }: Config): Promise<Finding> {
  const listener = about('listener')
  if (PORT === 0) return listener.ok('PORT is 0: a free one is taken.')
  const place = `port ${PORT} of ${HOST}`
  const answer = await probe(HOST, PORT, '/healthz')
  if (answer !== null) {
    const isOurs = answer.headers.has('X-Request-Id') && (await answer.text().catch(() => '')) === 'ok\n'
    if (!isOurs) {
      return listener.fault(`Another program answers on ${place}.`, 'End it, or set PORT or HOST to another.')
    }
    const ready = await probe(HOST, PORT, '/readyz')
    return ready?.status === 200
      ? listener.ok(`A Frontlist answers on ${place}, and is ready.`)
      : listener.warning(`A Frontlist answers on ${place}, and is not ready.`, 'Its log says why.')
  }
  try {
    const socket = Bun.listen({ hostname: HOST, port: PORT, socket: { data: () => {} } })
    socket.stop(true)
    return listener.ok(`Nobody listens on ${place}: it is free.`)
  } catch (error) {
    return listener.fault(
      `Nobody can listen on ${place}: ${(error as Error).message}`,
      'End who listens there without an answer, or set PORT or HOST to another.',
    )
  }
}

/** Null where no answer comes. Addresses that stand for all of them are asked on this machine. */
async function probe(host: string, port: number, path: string): Promise<Response | null> {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const authority = `${name.includes(':') ? `[${name}]` : name}:${port}`
  try {
    return await fetch(`http://${authority}${path}`, {
      signal: AbortSignal.timeout(askMs),
      redirect: 'manual',
    })
  } catch {
    return null
  }
}
