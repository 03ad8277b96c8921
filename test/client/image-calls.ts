// Calls of the image functions that mean the same on every runtime: it is compiled for each and knows none.
import type * as Images from '../../client/src/image.ts'

const url = `https://content.example.com/assets/s1/${'0a'.repeat(32)}/tide%20tables.jpg`

/** What each call results in, in order. */
export function makeImageCalls({ imageUrl, nextLoader, placeholder, srcset }: typeof Images): unknown[] {
  const asset = {
    ...{ url, title: null, contentType: 'image/jpeg', width: 1500, height: 1000, size: 1 },
    ...{ id: 'a1', filename: 'tide tables.jpg', alt: null, focalPoint: { x: 0.25, y: 1 } },
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  }
  return [
    imageUrl(asset, { w: 700, ar: '16:9', fm: 'webp', q: 80 }),
    srcset(asset, { ar: '1:1' }),
    nextLoader()({ src: url, width: 640 }),
    placeholder(asset),
    placeholder('YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw=='),
    placeholder('no hash'),
  ]
}
