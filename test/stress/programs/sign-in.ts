// `npm run stress sign-in`: wrong passwords for existing and for unknown accounts, to one server.
import { createPasswords } from '../../../src/accounts/credentials.ts'
import { createUser } from '../../../src/accounts/users.service.ts'
import { createSpaceIn } from '../../kit/app/test-space.ts'
import { cleanUp } from '../../kit/cleanup.ts'
import { createCommandLine } from '../../kit/command/process.ts'
import { runStressTest } from '../runner.ts'
import { runGuesses, runRefusals, type Who } from '../sign-in.ts'

const about = 'Wrong passwords: how many are checked, and whether a rejection reveals which accounts exist.'

/** Below the limit per account. */
const roundsOfAccount = 5

await runStressTest(about, { rounds: 400, guesses: 50, 'within-ms': 5 }, async (options, findings) => {
  const command = createCommandLine()
  const database = await command.open()
  await database.migrate()
  const made = await createSpaceIn({ database, url: command.databaseUrl, statements: [] }, 'main', {})
  const parts = { clock: Date.now, random: made.random, passwords: createPasswords() }
  const emailOf = (who: Who, round: number) => `${who}-${Math.floor(round / roundsOfAccount)}@example.com`
  for (let round = 0; round < options.rounds + roundsOfAccount; round += roundsOfAccount) {
    const wanted = { email: emailOf('known', round), password: 'correct horse battery' }
    await createUser(database, parts, { ...wanted, space: made.space, role: 'member' })
  }
  const server = await command.serve([], { TRUSTED_PROXIES: '127.0.0.1' })
  const url = server.url.replace('localhost', '127.0.0.1')
  let sent = 0
  const send = (email: string) => {
    // Each client IP has its own limit.
    const address = `10.${(++sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
    return fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { Origin: url, 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ email, password: 'a wrong password' }),
    })
  }
  try {
    for (let warm = 0; warm < 10; warm++) await send(`warm-${warm}@example.com`)
    await runRefusals((who, round) => send(emailOf(who, round)), findings, {
      rounds: options.rounds,
      withinMs: () => options['within-ms'],
    })
    for (const who of ['known', 'unknown'] as const) {
      await runGuesses(() => send(emailOf(who, options.rounds)), findings, options.guesses)
    }
    findings.claim((await server.stop()) === 0, 'the server ends in order')
  } finally {
    await cleanUp()
  }
})
