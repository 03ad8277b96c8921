// doctor
import type { Command } from 'commander'
import { systemClock } from '../base/clock.ts'
import { diagnose } from '../database/diagnostics/diagnose.ts'
import type { CommandContext, Run } from './command.ts'

const marks = { ok: '✓', warning: '!', failed: '✗' } as const

export function addDoctor(program: Command, run: Run): void {
  program
    .command('doctor')
    .description('Checks the database, secret and clock, and says how to fix what is wrong. Changes nothing.')
    .action(run(runDoctor))
}

async function runDoctor({ config }: CommandContext) {
  const diagnostics = await diagnose(config, systemClock, true)
  const hasFailed = diagnostics.some(({ status }) => status === 'failed')
  const lines = diagnostics.map(
    ({ check, status, message, hint }) => `${marks[status]} ${check.padEnd(18)} ${message} ${hint ?? ''}`,
  )
  return {
    value: { ok: !hasFailed, diagnostics },
    text: lines.map(line => line.trimEnd()).join('\n'),
    hasFailed,
  }
}
