// The message for a collection that does not exist.
import { nearestName } from '../../base/nearest-name.ts'
import { collectionNamePattern } from '../../content/values/model.ts'

/** Returns the message. It suggests names of this space only, so that other spaces cannot be probed. */
export function describeMissing(apiName: string | null, names: Iterable<string>): string {
  if (apiName === null || !collectionNamePattern.test(apiName)) return 'No such collection in this space.'
  const near = nearestName(apiName, names)
  const missing = `No collection \`${apiName}\` in this space.`
  return near === null ? missing : `${missing} Did you mean \`${near}\`?`
}
