// Detects sound files without a header, and sound in Ogg (RFC 3533). The former consist of frames that begin with a sync
// word and contain their length: MPEG audio (ISO/IEC 11172-3 and 13818-3), layers II and III with nine sampling rates,
// and AAC in ADTS (ISO/IEC 14496-3) with thirteen rates. Other files may begin with the same two bytes, so a second frame
// must follow at the end of the first. In Ogg, each stream begins with a page of its own at the start of the file, whose
// packet names the codec.
/** The types, which `detectType` knows. */
type FrameType = 'audio/mpeg' | 'audio/aac'

const lengthReaders: Readonly<Record<FrameType, (head: Uint8Array, at: number) => number>> = {
  'audio/mpeg': mpegFrameLength,
  'audio/aac': adtsFrameLength,
}

/** Returns the type of the frames at this position; null if there are none. */
export function detectFrames(head: Uint8Array, at = 0): FrameType | null {
  const types = Object.keys(lengthReaders) as FrameType[]
  return types.find(type => hasFrames(head, at, lengthReaders[type])) ?? null
}

/** Checks for two consecutive frames, or a single one that ends the file. */
function hasFrames(
  head: Uint8Array,
  at: number,
  lengthOf: (head: Uint8Array, at: number) => number,
): boolean {
  const length = lengthOf(head, at)
  const end = at + length
  return length > 0 && (end === head.length || lengthOf(head, end) > 0)
}

const bitrates1 = {
  2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
} as const
const bitrates2 = {
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  3: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const sampleRates = [44_100, 48_000, 32_000]

/** The divisor of the sampling rate by the two bits of the version. One value is reserved. */
const rateDivisors: readonly (1 | 2 | 4 | null)[] = [4, null, 2, 1]
/**
 * The layer by its two bits. Layer I is left out, because no player supports it and its sync word is also the byte order
 * mark of UTF-16.
 */
const layers: readonly (2 | 3 | null)[] = [null, 3, 2, null]

/** Returns the length of the frame in bytes; 0 if there is none. */
function mpegFrameLength(head: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(at, at + 3)
  if (sync !== 0xff || kind < 0xe0) return 0
  const divisor = rateDivisors[(kind >> 3) & 3] ?? null
  const layer = layers[(kind >> 1) & 3] ?? null
  const fullRate = sampleRates[(rates >> 2) & 3]
  if (divisor === null || layer === null || !fullRate) return 0
  const bitrate = (divisor === 1 ? bitrates1 : bitrates2)[layer][rates >> 4]
  if (!bitrate) return 0
  const sampleRate = fullRate / divisor
  const padding = (rates >> 1) & 1
  // A frame has 1,152 samples, but only 576 in layer III at a low sampling rate.
  const samplesPerByte = layer === 3 && divisor !== 1 ? 72_000 : 144_000
  return Math.floor((samplesPerByte * bitrate) / sampleRate) + padding
}

const adtsRatesCount = 13
const adtsHeaderBytes = 7

/** Returns the length of the frame in bytes; 0 if there is none. */
function adtsFrameLength(head: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, rate = 0, high = 0, middle = 0, low = 0] = head.subarray(at, at + 6)
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0 || ((rate >> 2) & 15) >= adtsRatesCount) return 0
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5)
  return length > adtsHeaderBytes ? length : 0
}

const capture = 'OggS\0'
const headBytes = 27
const beginsStream = 0x02

const soundCodecs = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex   '] as const
/** A stream that describes the other streams and precedes them. */
const skeleton = 'fishead\0'

/** Checks whether all streams are sound. Films have other codecs: Theora, Dirac and others. */
export function isOggAudio(head: Uint8Array): boolean {
  const codecs = listCodecs(Buffer.from(head).toString('latin1')).filter(codec => codec !== skeleton)
  return codecs.length > 0 && codecs.every(codec => codec !== null)
}

/** Returns the codec of each stream that begins in the head; null for a codec that is not sound. */
function listCodecs(text: string): (string | null)[] {
  const codecs: (string | null)[] = []
  for (let at = 0; text.startsWith(capture, at); ) {
    if ((text.charCodeAt(at + 5) & beginsStream) === 0) break
    const segments = text.charCodeAt(at + headBytes - 1)
    const packet = at + headBytes + segments
    if (!(packet < text.length)) break
    codecs.push([...soundCodecs, skeleton].find(codec => text.startsWith(codec, packet)) ?? null)
    const lengths = [...text.slice(at + headBytes, packet)].map(length => length.charCodeAt(0))
    at = lengths.reduce((end, length) => end + length, packet)
  }
  return codecs
}
