// Commands with settings of their own, which say where files are, and the server that they start. Requests are not compared
// with anything here.
import { expect } from 'bun:test'
import type { CommandLine } from '../../kit/command/process.ts'

/** Creates the space `main` and a key that may read and write its files. */
export async function openFileCommands(command: CommandLine, environment: Record<string, string>) {
  const run = async (...words: string[]) => {
    const { stdout, stderr, exitCode } = await command.run([...words, '--json'], { environment })
    expect([words.join(' '), exitCode, stderr]).toEqual([words.join(' '), 0, expect.any(String)])
    return JSON.parse(stdout)
  }
  await run('spaces', 'create', 'main')
  const scopes = ['--scope', 'draft.read', '--scope', 'content.write']
  const { key } = await run('keys', 'create', '--space', 'main', '--name', 'Files', ...scopes)
  /** `path` begins after that of files. */
  const serve = async () => {
    const { url, stop } = await command.serve([], environment)
    const ask = (method: string, path: string, body?: Buffer) =>
      fetch(`${url}/api/v1/assets${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}` },
        ...(body && { body: new Uint8Array(body) }),
      })
    return { ask, stop }
  }
  return { run, serve }
}
