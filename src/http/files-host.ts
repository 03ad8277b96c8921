// Which requests come to the host of the files: browsers keep what pages of the dashboard may do from it, so under every
// way to write that host there are files only.

/** Judges the header `Host` of a request. */
export type FilesHost = (host: string) => boolean

/**
 * Null if files have no host of their own. A dot behind the name, its case and the port make no other host of it; only
 * where both addresses have the same name, the port tells them apart.
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

/** The port is empty where it is not written. An address of IPv6 has its colons in brackets. */
function parseHost(host: string): { readonly name: string; readonly port: string } {
  const [, name = '', port = ''] = /^(.*?)\.*(?::(\d+))?$/.exec(host.toLowerCase()) ?? []
  return { name, port }
}
