// The check of the file store for `doctor`: it is usable, belongs to this database, and has a safe address.
import { Refusal } from '../../base/errors.ts'
import { systemRandom } from '../../base/ids.ts'
import { assetsUrlOf, type Config } from '../../config.ts'
import { inspect } from '../../database/diagnostics/diagnose.ts'
import { type Diagnostic, failed, ok, warning } from '../../database/diagnostics/diagnostic.ts'
import { createFilesHost } from '../../http/request-context.ts'
import { findIdentityProblem } from '../../media/blobs/store-identity.store.ts'
import { openConfiguredStore } from '../../media/open-files.ts'
import { StoreUnavailable } from '../../media/stores/store.ts'
import { findFileInPlace, findFolderProblem } from '../terminal/path-errors.ts'

const check = 'assets'
const ownHost = 'Set ASSETS_URL to an origin with a host of its own.'

/** Stores and deletes nothing, so it cannot tell whether a bucket accepts files. */
export async function checkAssets(config: Config): Promise<Diagnostic> {
  return (await checkStore(config)) ?? checkAddresses(config)
}

/** Returns null if the store is usable. */
export async function checkStore(config: Config): Promise<Diagnostic | null> {
  const problem = await findStoreProblem(config)
  if (problem === null) return null
  return failed(check, problem, 'Files are unavailable until then; content is served.')
}

async function findStoreProblem(config: Config): Promise<string | null> {
  try {
    const store = openConfiguredStore(config, systemRandom)
    const fileInPlace = findFileInPlace(store)
    if (fileInPlace !== null) return fileInPlace
    const identity = await inspect(config.DATABASE_URL, database => findIdentityProblem({ database, store }))
    return identity ?? findFolderProblem(store)
  } catch (error) {
    if (error instanceof StoreUnavailable) return (error.cause as Error).message
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function checkAddresses(config: Config): Diagnostic {
  const assetsUrl = assetsUrlOf(config)
  const publicUrl = config.PUBLIC_URL === '' ? null : config.PUBLIC_URL
  if (assetsUrl === null && publicUrl === null) {
    return warning(
      check,
      'Addresses of files are paths alone, without a host.',
      'Set PUBLIC_URL, or ASSETS_URL.',
    )
  }
  const hasOwnHost =
    assetsUrl !== null && (publicUrl === null || createFilesHost(assetsUrl, publicUrl) !== null)
  if (!hasOwnHost) return warning(check, 'Files are served under the host of the dashboard.', ownHost)
  return ok(check, 'The file store can be used, and files have a host of their own.')
}
