// A single request of the content API, for what is measured or looked at one by one.
import type { ServerProcess } from './programs.ts'

export async function ask(node: ServerProcess, key: string, target: string, status = 200): Promise<number> {
  const response = await fetch(`${node.url}/api/v1/public/content/${target}`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  const { byteLength } = await response.arrayBuffer()
  if (response.status !== status) throw new Error(`${target} was answered with ${response.status}.`)
  return byteLength
}
