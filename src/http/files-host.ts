// Detects requests to the separate host of files. Browsers store permissions of dashboard pages by host, so every
// spelling of the files' host must serve only files.

/** Checks whether a `Host` header names the host of files. */
export type FilesHost = (host: string) => boolean

/**
 * Returns null if files have no separate host. A trailing dot, the case of the name, and the port do not make it another
 * host. Only if both addresses have the same name, the port distinguishes them.
 */
export function createFilesHost(assetsUrl: string | null, publicUrl: string | null): FilesHost | null {
  if (assetsUrl === null || publicUrl === null) return null
  const { protocol, host } = new URL(assetsUrl)
  const files = parseHost(host)
  const own = parseHost(new URL(publicUrl).host)
  if (files.name !== own.name) return sent => parseHost(sent).name === files.name
  if (files.port === own.port) return null
  const defaultPort = protocol === 'https:' ? '443' : '80'
  return sent => {
    const { name, port } = parseHost(sent)
    return name === files.name && (port === defaultPort ? '' : port) === files.port
  }
}

/** Splits a host. The port is empty if it is not written. An IPv6 address has its colons in brackets. */
function parseHost(host: string): { readonly name: string; readonly port: string } {
  const [, name = '', port = ''] = /^(.*?)\.*(?::(\d+))?$/.exec(host.toLowerCase()) ?? []
  return { name, port }
}
