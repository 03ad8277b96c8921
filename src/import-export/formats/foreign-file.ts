// Describes a file that is in no import format in one sentence, instead of an error for each line. Its first bytes
// decide, then its text (foreign-text.ts).
import { constants, gunzipSync } from 'node:zlib'
import { typeOfBytes } from '../../media/receive/file-type.ts'
import { ImportRefused } from '../import.service.ts'
import { describeNames, type Foreign, otherProduct } from '../read/foreign-names.ts'
import type { SourceFile } from '../read/source-file.ts'
import { describeText } from './foreign-text.ts'

const headBytes = 64 * 1024

/** Returns null if the file may be Frontlist's NDJSON with errors in its lines, or if nothing is known about it. */
export async function refuseForeign(file: SourceFile): Promise<ImportRefused | null> {
  const foreign = await describe(file)
  if (foreign === null) return null
  const message = `${file.path} looks like ${foreign.what}: ${foreign.advice}.`
  return new ImportRefused([{ where: 'the file', message }])
}

async function describe(file: SourceFile): Promise<Foreign | null> {
  const head = new Uint8Array(await file.blob.slice(0, headBytes).arrayBuffer())
  if (head.length === 0)
    return { what: 'an empty file, which has no records', advice: 'export the content again' }
  return describeBytes(head, file.path) ?? (await describeText(file, head))
}

const startsWith = (head: Uint8Array, start: string) =>
  Buffer.from(head.subarray(0, start.length)).toString('latin1') === start

const compressed: readonly (readonly [start: string, name: string, command: string])[] = [
  ['\x28\xb5\x2f\xfd', 'Zstandard', 'zstd -d'],
  ['BZh', 'bzip2', 'bunzip2'],
  ['\xfd7zXZ\0', 'XZ', 'unxz'],
]
const archives: readonly (readonly [start: string, name: string])[] = [
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
  ['7z\xbc\xaf\x27\x1c', '7-Zip'],
  ['Rar!\x1a\x07', 'RAR'],
]

function describeBytes(head: Uint8Array, path: string): Foreign | null {
  if (startsWith(head, '\x1f\x8b')) return describeGzip(head)
  if (startsWith(head, 'PK\x03\x04') && /\.(?:docx|xlsx|pptx)$/i.test(path))
    return { what: 'an Office document', advice: 'write its content as NDJSON first' }
  const archive = archives.find(([start]) => startsWith(head, start))
  if (archive) return { what: `a ${archive[1]} archive`, advice: 'unpack it and import the file in it' }
  const stream = compressed.find(([start]) => startsWith(head, start))
  if (stream)
    return {
      what: `a file compressed with ${stream[1]}`,
      advice: `decompress it (${stream[2]}) and import the result`,
    }
  if (isTar(head)) return describeTar(head, 'a tar archive')
  if (startsWith(head, 'SQLite format 3\0')) {
    const advice =
      'to restore a backup, point DATABASE_URL to it, and `frontlist export` writes what can be imported'
    return { what: 'an SQLite database', advice }
  }
  return describeEncoding(head) ?? describeMedia(head) ?? describeBinary(head, path)
}

function describeGzip(head: Uint8Array): Foreign {
  const inside = inflate(head)
  if (inside !== null && isTar(inside)) return describeTar(inside, 'a tar archive compressed with gzip')
  return { what: 'a file compressed with gzip', advice: 'decompress it (gunzip) and import the result' }
}

/** Decompresses as much as the head contains. Returns null if it is damaged. */
function inflate(head: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * 1024 * 1024 })
  } catch {
    return null
  }
}

const blockBytes = 512

function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= blockBytes && Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar'
}

function describeTar(bytes: Uint8Array, archive: string): Foreign {
  const product = describeNames(tarNames(bytes))
  if (product !== null) return otherProduct(`${product} (${archive})`)
  return { what: archive, advice: 'unpack it (tar -xf) and import the file in it' }
}

/** Returns the names of the archive members that start in these bytes. */
function tarNames(bytes: Uint8Array): string[] {
  const names: string[] = []
  const text = (at: number, length: number) =>
    Buffer.from(bytes.subarray(at, at + length))
      .toString('utf8')
      .split('\0')[0] ?? ''
  for (let at = 0; at + blockBytes <= bytes.length; ) {
    const name = text(at, 100)
    const size = Number.parseInt(text(at + 124, 12), 8)
    if (name === '' || !Number.isSafeInteger(size) || size < 0) break
    names.push(name)
    at += blockBytes * (1 + Math.ceil(size / blockBytes))
  }
  return names
}

/** Detects UTF-16 and UTF-32, which start with a byte order mark or have a NUL in every other byte. */
function describeEncoding(head: Uint8Array): Foreign | null {
  const name = encodingOf(head)
  if (name === null) return null
  return {
    what: `${name} text`,
    advice: `save it as UTF-8 (iconv -f ${name} -t UTF-8), which PowerShell's > does not write`,
  }
}

function encodingOf(head: Uint8Array): string | null {
  if (startsWith(head, '\xff\xfe\0\0') || startsWith(head, '\0\0\xfe\xff')) return 'UTF-32'
  if (startsWith(head, '\xff\xfe') || startsWith(head, '\xfe\xff')) return 'UTF-16'
  const start = head.subarray(0, blockBytes)
  const zeros = [0, 1].map(parity => start.filter((byte, index) => index % 2 === parity && byte === 0).length)
  const isAlternating = (many: number, few: number) => many > start.length / 4 && few === 0
  if (isAlternating(zeros[1]!, zeros[0]!)) return 'UTF-16LE'
  return isAlternating(zeros[0]!, zeros[1]!) ? 'UTF-16BE' : null
}

const mediaNames: readonly (readonly [RegExp, string])[] = [
  [/^image\//, 'an image'],
  [/^video\//, 'a video'],
  [/^audio\//, 'an audio file'],
  [/^font\//, 'a font'],
  [/^text\/vtt$/, 'WebVTT subtitles'],
  [/^application\/pdf$/, 'a PDF document'],
]

function describeMedia(head: Uint8Array): Foreign | null {
  const type = typeOfBytes(head)
  const named = mediaNames.find(([pattern]) => pattern.test(type))
  if (named === undefined) return null
  return { what: `${named[1]} (${type})`, advice: '`frontlist assets add` adds files to a space' }
}

function describeBinary(head: Uint8Array, path: string): Foreign | null {
  if (path.endsWith('.enc'))
    return {
      what: 'an encrypted Strapi export',
      advice: 'Frontlist does not read Strapi exports, and no others that are encrypted',
    }
  return head.includes(0) ? { what: 'a binary file', advice: 'imports take UTF-8 text' } : null
}
