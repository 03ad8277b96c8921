// Ports for servers that are stopped and started again while clients go on connecting.
import { createServer } from 'node:net'

/** Below the ports that systems hand to clients, which begin at 32768 on Linux and higher elsewhere. */
const portMin = 12_000
const portMax = 32_000

/**
 * Of those that the system hands out by itself one may be taken by a client while its server is away, even by the
 * client that looks for the server: it then talks to itself.
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
