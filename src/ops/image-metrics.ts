// Metrics of images: created ones, cache hits, failures, and the length of the queue.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Images } from '../media/images/images.ts'

/** Registers metrics that read their values when they are scraped, because images count independently of metrics. */
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
