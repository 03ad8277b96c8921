// Files that try to act where a browser opens them, and files that it plays.
import type { Page } from 'playwright-core'

/** Would make a page with a script of the SVG. */
const transformation = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="/"><html><body><script>alert(10)</script></body></html></xsl:template>
</xsl:stylesheet>`

/** Each attempt would ask for the address, open a dialog or leave a mark. */
export function svgThatActs(address: string): string {
  return `<?xml version="1.0"?>
<?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent(transformation)}"?>
<?xml-stylesheet type="text/xsl" href="${address}"?><?xml-stylesheet type="text/css" href="${address}"?>
<!DOCTYPE svg [<!ENTITY act "<script xmlns='http://www.w3.org/2000/svg'>alert(1)</script>"><!ENTITY file SYSTEM "${address}">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="30" onload="alert(2)">
  <style>@import url(${address}); rect { fill: url(${address}#a); background: url(${address}) }</style>
  <script>document.documentElement.dataset.ran = '1'; alert(3); fetch('${address}')</script>
  <script href="${address}"/><script xlink:href="${address}"/>
  <image href="${address}" width="1" height="1"/><use href="${address}#a"/>
  <foreignObject width="40" height="30">
    <body xmlns="http://www.w3.org/1999/xhtml">
      <script>alert(4)</script><img src="${address}" onerror="alert(5)"/><iframe src="${address}"></iframe>
      <form action="${address}"><input autofocus="" onfocus="alert(6)"/></form>
    </body>
  </foreignObject>
  <a href="javascript:alert(7)"><rect width="40" height="30"/></a>
  <animate attributeName="href" to="javascript:alert(8)" begin="0s"/><set attributeName="onload" to="alert(9)"/>
  <text>&act;&file;</text>
</svg>`
}

/** A GIF whose bytes are JavaScript too: its width opens a comment. */
export function polyglot(address: string): Uint8Array<ArrayBuffer> {
  const head = Buffer.from('GIF89a\x2f\x2a\x0a\x00\x00\x00\x00', 'latin1')
  const rest = Buffer.from('\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3b', 'latin1')
  return new Uint8Array(Buffer.concat([head, rest, Buffer.from(`*/=1;alert(1);fetch('${address}')`)]))
}

/** Seconds of silence: 8,000 samples of a byte each. */
export function wave(seconds: number): Uint8Array<ArrayBuffer> {
  const rate = 8000
  const bytes = Buffer.alloc(44 + rate * seconds, 0x80)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(36 + rate * seconds, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    bytes.writeUInt16LE(value, at)
  for (const at of [24, 28]) bytes.writeUInt32LE(rate, at)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(rate * seconds, 40)
  return new Uint8Array(bytes)
}

/** A short WebM of 64 by 48 pixels, which the browser records. */
export async function recordFilm(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const base64 = await page.evaluate<string>(`new Promise((resolve, reject) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 })
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
    const parts = []
    let frames = 0
    const draw = setInterval(() => {
      context.fillStyle = frames % 2 ? '#c33' : '#33c'
      context.fillRect(0, 0, 64, 48)
      if (++frames === 25) recorder.stop()
    }, 40)
    recorder.onerror = reject
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.onstop = async () => {
      clearInterval(draw)
      const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
      resolve(btoa(String.fromCharCode(...bytes)))
    }
    recorder.start()
  })`)
  return new Uint8Array(Buffer.from(base64, 'base64'))
}
