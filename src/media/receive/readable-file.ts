// Checks whether a path that a user has given names a readable file. The content is not examined.
import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { Refusal } from '../../base/errors.ts'

/** Throws a Refusal with the reason. `hint` is added if the path exists but is not a regular file. */
export function requireReadableFile(path: string, hint = ''): Stats {
  const stats = requireReadable(path)
  if (!stats.isFile()) throw new Refusal([`${path} is not a regular file.`, hint].join(' ').trim())
  return stats
}

export function requireReadable(path: string): Stats {
  const stats = statOrRefuse(path)
  try {
    accessSync(path, constants.R_OK)
  } catch {
    throw unreadable(path)
  }
  return stats
}

function statOrRefuse(path: string): Stats {
  try {
    return statSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EACCES' || code === 'EPERM' ? unreadable(path) : new Refusal(`There is no file ${path}.`)
  }
}

const unreadable = (path: string) =>
  new Refusal(`${path} cannot be read: permission denied. Change its permissions, or those of its folders.`)
