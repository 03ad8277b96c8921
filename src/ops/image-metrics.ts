// Metrics of images: what was made, what came from the cache, what failed, and how many wait.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Images } from '../media/images/images.ts'

/** Read when they are scraped: images count by themselves, with metrics or without. */
export function watchImages(registry: Registry, images: Pick<Images, 'figures'>): void {
  const registers = [registry]
  new Counter({
    name: 'frontlist_images_made_total',
    help: 'Images that were made, by format.',
    labelNames: ['format'],
    registers,
    collect() {
      this.reset()
      for (const [format, count] of Object.entries(images.figures().made)) this.inc({ format }, count)
    },
  })
  new Counter({
    name: 'frontlist_image_cache_hits_total',
    help: 'Requests for images that had been made before.',
    registers,
    collect() {
      this.reset()
      this.inc(images.figures().cacheHits)
    },
  })
  new Counter({
    name: 'frontlist_image_failures_total',
    help: 'Images that were not made, by reason; `overloaded` are requests that were refused.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(images.figures().failures)) this.inc({ reason }, count)
    },
  })
  new Gauge({
    name: 'frontlist_image_queue',
    help: 'Images and placeholders that wait to be made.',
    registers,
    collect() {
      this.set(images.figures().queued)
    },
  })
}
