#!/usr/bin/env node
// The entry point of the command `frontlist-types`.
import { setTimeout } from 'node:timers/promises'
import { runCommand } from './run-command.ts'

const end = new AbortController()
const { signal } = end
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => end.abort())

process.exitCode = await runCommand(process.argv.slice(2), {
  key: process.env.FRONTLIST_KEY,
  write: text => void process.stdout.write(text),
  note: line => void process.stderr.write(`${line}\n`),
  wait: ms => setTimeout(ms, undefined, { signal }).catch(() => {}),
  signal,
})
