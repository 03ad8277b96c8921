// Detects sound in Ogg (RFC 3533). Each stream begins with a page of its own at the start of the file, whose packet names
// the codec.

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
