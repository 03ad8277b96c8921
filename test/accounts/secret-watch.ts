// A real server with secrets planted in it, and an ear for them: every response is kept, but for what may hand one out.
import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandLine, program } from '../kit/command/process.ts'
import { storedBytes } from '../kit/command/stored-bytes.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { until } from '../kit/until.ts'

export const email = 'ada@example.com'

/** Every secret by what it is; those that the server makes are added. */
export const planted = {
  FRONTLIST_SECRET: 'canary-of-the-server-0123456789abcdef',
  'the password': 'canary-right-password',
  'a wrong password': 'canary-wrong-password',
  'a password in the e-mail field': 'canary-typed-into-the-wrong-field',
  'the next password': 'canary-next-password',
  'a password that is too short': 'canary7',
  'the password of the invited': 'canary-password-of-the-invited',
  'a password by the command line': 'canary-password-of-the-command-line',
}

interface Asking {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** The secret that this answer, and no other, hands out. */
  readonly handsOut?: true
}

/** The server of a database on PostgreSQL: what it is told, writes down and hands on is looked at, too. */
export interface DatabaseServer {
  /** For who sees all rows. */
  readonly url: string
  /** By what it is; the server is at its end then. */
  leavings(): Promise<Record<string, Buffer>>
}

export class SecretWatch {
  readonly command: CommandLine
  readonly #databaseServer: DatabaseServer | null
  readonly secrets: Record<string, string> = { ...planted }
  /** What was answered, but for the bodies that hand a secret out and the header Set-Cookie. */
  readonly responses: string[] = []
  /** Files as they were while the server ran, and its output. */
  readonly seen: Record<string, Buffer> = {}
  #folder = makeFolder()
  #url = ''
  #cookie = ''
  #server: Bun.Subprocess | null = null

  constructor(command: CommandLine, databaseServer: DatabaseServer | null) {
    this.command = command
    this.#databaseServer = databaseServer
  }

  secret(name: string): string {
    const text = this.secrets[name]
    if (text === undefined) throw new Error(`There is no secret ${name}.`)
    return text
  }

  async start(): Promise<void> {
    await this.command.ready
    const [out, err] = [join(this.#folder, 'out'), join(this.#folder, 'err')]
    const environment = { LOG_LEVEL: 'debug', METRICS: '1', FRONTLIST_SECRET: planted.FRONTLIST_SECRET }
    this.#server = Bun.spawn([...program, 'serve', '--demo', '--json'], {
      env: { ...this.command.environment, ...environment },
      stdin: 'ignore',
      stdout: Bun.file(out),
      stderr: Bun.file(err),
    })
    while (!(await Bun.file(out).exists()) || !readFileSync(out, 'utf8').includes('\n')) await Bun.sleep(20)
    const started = JSON.parse(readFileSync(out, 'utf8')) as { url: string; key: string; setupUrl: string }
    this.#url = started.url
    this.secrets['the key of the demo'] = started.key
    this.secrets['the set-up token'] = started.setupUrl.split('#token=')[1] ?? ''
  }

  /** Reads what is stored as it is: a command that ends empties the log of SQLite. */
  async look(): Promise<void> {
    await this.#keep('stored')
  }

  /** The files of SQLite, or the rows of PostgreSQL. */
  async #keep(prefix: string): Promise<void> {
    for (const [name, bytes] of Object.entries(await storedBytes(this.command, this.#databaseServer?.url))) {
      // The file of the secret is there for it.
      if (!name.endsWith('.secret')) this.seen[`${prefix} ${name}`] = bytes
    }
  }

  /** Ends the server, and reads all that it leaves behind. */
  async stop(): Promise<void> {
    if (testEngine === 'sqlite') {
      const backup = join(this.#folder, 'backup.db')
      await this.run(['backup', backup])
      this.seen.backup = readFileSync(backup)
    }
    this.#server?.kill('SIGTERM')
    expect(await this.#server?.exited).toBe(0)
    await this.#keep('at the end')
    const out = readFileSync(join(this.#folder, 'out'), 'utf8')
    this.seen['standard output after the start'] = Buffer.from(out.slice(out.indexOf('\n') + 1))
    this.seen['the log'] = readFileSync(join(this.#folder, 'err'))
    Object.assign(this.seen, await this.#databaseServer?.leavings())
  }

  kill(): void {
    this.#server?.kill('SIGKILL')
  }

  async run(args: readonly string[], stdin = ''): Promise<string> {
    const { exitCode, stdout, stderr } = await this.command.run(args, { stdin })
    expect([exitCode, stderr]).toEqual([0, expect.any(String)])
    this.responses.push(stderr)
    return stdout
  }

  async ask(status: number, method: string, path: string, { body, headers, handsOut }: Asking = {}) {
    const usual = {
      Origin: this.#url,
      ...(this.#cookie && { Cookie: this.#cookie }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const send = () =>
      fetch(this.#url + path, {
        method,
        headers: { ...usual, ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    let response = await send()
    // On a busy machine the database may be unavailable for a while. Such a request changes nothing, but its response must
    // not contain a secret either.
    await until(async () => {
      if (response.status !== 503 || status === 503) return true
      this.responses.push(await response.text())
      response = await send()
      return false
    })
    const text = await response.text()
    expect([method, path.split('?')[0], response.status, text]).toEqual([
      method,
      path.split('?')[0],
      status,
      expect.any(String),
    ])
    const reported = [...response.headers].filter(([name]) => name !== 'set-cookie')
    this.responses.push(JSON.stringify(reported) + (handsOut ? '' : text))
    const set = response.headers.getSetCookie()
    for (const one of set) {
      const [pair, ...attributes] = one.split('; ')
      expect(attributes.map(attribute => attribute.split('=')[0]).sort()).toEqual([
        'HttpOnly',
        'Max-Age',
        'Path',
        'SameSite',
      ])
      const value = decodeURIComponent(pair!.slice(pair!.indexOf('=') + 1))
      if (value === '') continue
      this.#cookie = pair!
      const place = Object.keys(this.secrets).filter(name => name.startsWith('cookie')).length
      for (const [part, piece] of value.split('.').entries())
        this.secrets[`cookie ${place}, part ${part}`] = piece
      expect(text).not.toContain(value.split('.')[0]!)
    }
    expect(set.length).toBeLessThan(2)
    return handsOut ? (JSON.parse(text) as Record<string, string> & { doc: { id: string } }) : null
  }

  /** Wherever a person or a program could put it by mistake, with the response that it gets there. */
  async misplace(secret: string): Promise<void> {
    const text = encodeURIComponent(secret)
    await this.ask(400, 'POST', '/api/setup', {
      body: { token: [secret], email: secret, password: 1, space: { name: secret } },
    })
    await this.ask(400, 'POST', '/api/auth/sign-in/email', { body: { email: secret, password: '' } })
    await this.ask(400, 'POST', '/api/auth/sign-in/email', {
      body: `{"email":"${secret}","password":"${secret}"`,
    })
    await this.ask(415, 'POST', '/api/auth/sign-in/email', {
      body: secret,
      headers: { 'Content-Type': 'text/plain' },
    })
    await this.ask(401, 'POST', '/api/auth/sign-in/email', { body: { email, password: secret } })
    await this.ask(404, 'POST', '/api/auth/open-invitation', { body: { token: `${secret}x` } })
    await this.ask(401, 'GET', `/api/v1/public/content/books?token=${text}&key=${text}`)
    await this.ask(401, 'GET', `/api/v1/tokens/api-keys?page=${text}`, {
      headers: { Cookie: `frontlist.session=${text}` },
    })
    await this.ask(401, 'GET', '/api/v1/public/content/books', {
      headers: { Authorization: `Bearer ${secret}x` },
    })
    await this.ask(401, 'GET', '/api/v1/public/content/books', {
      headers: { Authorization: `Basic ${secret}` },
    })
    await this.ask(404, 'GET', `/nothing?q=${text}`, {
      headers: { Referer: `${this.#url}/?${text}`, 'User-Agent': secret, 'X-Request-Id': secret },
    })
    if (!secret.startsWith('flst_')) return
    for (const path of [`/nothing/${secret}`, `/nothing/${secret.replace('_', '%5F')}`])
      await this.ask(404, 'GET', path)
    await this.ask(401, 'GET', `/api/v1/public/content/${secret}/${secret}`)
  }
}
