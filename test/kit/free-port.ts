// Ports for servers that are stopped and restarted while clients keep connecting.
import { createServer } from 'node:net'

/** Below the ephemeral port range, which begins at 32768 on Linux and higher elsewhere. */
const portMin = 12_000
const portMax = 32_000

/**
 * While its server is stopped, an ephemeral port may be taken by a client, even by the one that tries to connect to
 * the server: it would then talk to itself.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = portMin + Math.floor(Math.random() * (portMax - portMin))
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
