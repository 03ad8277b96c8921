// Reads the environment variables. All of them are in the table from which .env.example is generated.
import { z } from 'zod'
import { createTrust } from './base/client-address.ts'
import { Refusal } from './base/errors.ts'
import { assetVariables } from './config/asset-variables.ts'
import { isOrigin, orEmpty, toParts, type Variable, wholeNumber } from './config/variable.ts'

/** Accepts hosts in the notation of a content security policy (CSP). */
const isHost = (text: string) => /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[1-9]\d{0,4})?$/.test(text)

const secretLengthMin = 32

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

export const variables = {
  PORT: {
    about: 'The port to listen on; 0 chooses a free one.',
    fallback: '3000',
    schema: wholeNumber(0, 65_535),
  },
  HOST: {
    about: 'The address to listen on. 0.0.0.0 accepts connections from other machines.',
    fallback: '127.0.0.1',
    schema: z.string().regex(/^[A-Za-z0-9.:-]+$/, 'must be a host name or an IP address'),
  },
  DATABASE_URL: {
    about:
      'The database: sqlite: and a file, which is created if it does not exist; or postgres://USER:PASSWORD@HOST/NAME, PostgreSQL 15 or newer, in UTF8; ?schema=SCHEMA for tables outside of public.',
    fallback: 'sqlite:data/frontlist.db',
    // The URL may contain a password.
    secret: true,
    schema: z
      .string()
      .regex(/^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)$/, 'must be sqlite: and a file, or postgres://…')
      .refine(
        // Otherwise a file of this name would be created, which is not what the setting means.
        url => !url.startsWith('sqlite::memory:'),
        'must be a file, such as sqlite:data/frontlist.db; a database in memory is not supported',
      ),
  },
  DATABASE_REPLICA_URLS: {
    about:
      'Replicas of the PostgreSQL database from which content is read, comma-separated. A replica that lags behind what this node has read is skipped.',
    fallback: '',
    secret: true,
    schema: z
      .string()
      .transform(toParts)
      .refine(urls => urls.every(url => /^postgres(?:ql)?:\/\/.+$/.test(url)), 'must each be postgres://…'),
  },
  PUBLIC_URL: {
    about: "The origin that clients use, if it differs from the server's own address.",
    fallback: '',
    schema: z
      .string()
      .refine(text => text === '' || isOrigin(text), 'must be an origin such as https://content.example.com'),
  },
  FRONTLIST_SECRET: {
    about: `Signs session cookies and addresses of files: ${secretLengthMin} characters or more, the same on every node. Created beside an embedded database if absent.`,
    fallback: '',
    secret: true,
    schema: z
      .string()
      .refine(
        text => text === '' || text.length >= secretLengthMin,
        `must have ${secretLengthMin} characters or more, such as the output of: openssl rand -hex 32`,
      ),
  },
  TRUSTED_PROXIES: {
    about:
      'Addresses or networks of proxies whose X-Forwarded-For is trusted, comma-separated: 10.0.0.0/8, ::1.',
    fallback: '',
    schema: z.string().transform((text, context) => {
      try {
        return createTrust(toParts(text))
      } catch {
        context.addIssue({ code: 'custom', message: 'must be addresses or networks such as 10.0.0.0/8' })
        return z.NEVER
      }
    }),
  },
  MAX_PER_PAGE: {
    about: 'The largest perPage that a client may ask for.',
    fallback: '1000',
    schema: wholeNumber(1, 10_000),
  },
  RATE_LIMIT: {
    about: 'Requests per second of an API key on this node; 0 is no limit.',
    fallback: '0',
    schema: wholeNumber(0, 1_000_000),
  },
  REQUESTS_MAX: {
    about:
      'How many requests are processed at once; 0 is no limit. Others wait. While more than 64 wait, a request that cannot start within 200 ms gets a 503.',
    fallback: '16',
    schema: wholeNumber(0, 100_000),
  },
  KEEP_ALIVE_SECONDS: {
    about:
      'For how many seconds an idle connection stays open; it may close up to 4 seconds earlier. Set it longer than the load balancer keeps its connections.',
    fallback: '16',
    schema: wholeNumber(5, 255),
  },
  CACHE_BYTES: {
    about:
      'How many bytes of responses are cached in memory; 0 caches none. Empty: an eighth of the memory that the process may use, at least 64 MiB, at most 1 GiB.',
    fallback: '',
    schema: orEmpty(wholeNumber(0, 1_000_000_000_000)),
  },
  STALE_SECONDS: {
    about: 'For how many seconds cached responses are served while PostgreSQL is unreachable; then 503.',
    fallback: '10',
    schema: wholeNumber(0, 3600),
  },
  ACTIVITY_DAYS: {
    about: 'For how many days the activity log of a space is kept.',
    fallback: '730',
    schema: wholeNumber(1, 36_500),
  },
  ...assetVariables,
  MEDIA_HOSTS: {
    about:
      'Hosts whose pictures the dashboard shows, comma-separated: images.example.com, *.example.net. Others are shown as links.',
    fallback: '',
    schema: z
      .string()
      .transform(toParts)
      .refine(
        hosts => hosts.every(isHost),
        'must each be a host such as images.example.com or *.example.net',
      ),
  },
  LOG_LEVEL: {
    about: `What is logged, as JSON lines on standard error: ${logLevels.join(', ')}. info logs every request.`,
    fallback: 'warn',
    schema: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
  },
  METRICS: {
    about: '1 serves GET /metrics in the Prometheus text format, to everyone who reaches the port.',
    fallback: '0',
    schema: z.enum(['0', '1'], 'must be 0 or 1').transform(value => value === '1'),
  },
  METRICS_PORT: {
    about:
      'Serves GET /metrics on this port of HOST instead of PORT; METRICS is then not needed. Empty: off.',
    fallback: '',
    schema: orEmpty(wholeNumber(1, 65_535)),
  },
} satisfies Record<string, Variable<unknown>>

type Variables = typeof variables

/** The values of all variables, typed by their schemas. */
export type Config = { readonly [Name in keyof Variables]: z.output<Variables[Name]['schema']> }

/** Throws a refusal that names every invalid value and why it is invalid. An empty variable counts as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const errors: string[] = []
  const values = Object.entries<Variable<unknown>>(variables).map(([name, { fallback, schema, secret }]) => {
    const text = environment[name]?.trim() || fallback
    const result = (schema as z.ZodType).safeParse(text)
    if (!result.success) {
      const shown = secret ? '' : `; it is "${text}"`
      errors.push(`${name} ${result.error.issues[0]?.message ?? 'is not accepted'}${shown}.`)
    }
    return [name, result.data]
  })
  if (errors.length > 0) throw new Refusal('The configuration is invalid.', errors)
  return Object.fromEntries(values) as Config
}

/** Returns the origin that clients use, if it is configured. */
export function publicUrlOf({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string | null {
  return toOrigin(PUBLIC_URL)
}

/** Returns the origin of file URLs, if files have a separate one. */
export function assetsUrlOf({ ASSETS_URL }: Pick<Config, 'ASSETS_URL'>): string | null {
  return toOrigin(ASSETS_URL)
}

function toOrigin(url: string): string | null {
  return url === '' ? null : new URL(url).origin
}

/** Returns .env.example, with one block for each variable and its default. */
export function toEnvExample(): string {
  const blocks = Object.entries(variables).map(
    ([name, { about, fallback }]) => `# ${about}\n# ${name}=${fallback}\n`,
  )
  return `# Frontlist's settings and their defaults. Generated by \`npm run generate\` out of src/config.ts.\n\n${blocks.join('\n')}`
}
