// What a scrape of the metrics says of images.
import { expect, test } from 'bun:test'
import { photo } from '../images/pictures.ts'
import { bytesOf, openImages, photoBytes, publishImage } from './images-fixture.ts'

test('metrics count images that were made, came from the cache and failed, and those that wait', async () => {
  const fixture = await openImages()
  const { getFile } = fixture
  const url = await publishImage(fixture, 'photo.jpg', await photoBytes())
  const whole = await bytesOf((await photo(90, 60)).webp().toBuffer())
  const half = whole.slice(0, whole.length / 2)
  const broken = await publishImage(fixture, 'half.webp', half)
  for (const search of ['w=64', 'w=64', 'w=64', 'w=96&fm=webp', 'w=801', 'fp=0,0'])
    await (await getFile(`${url}?${search}`)).bytes()
  expect((await getFile(`${broken}?w=64`)).status).toBe(422)
  const lines = (await (await getFile('/metrics')).text()).split('\n')
  const figures = lines.filter(line => line.startsWith('frontlist_image'))
  expect(figures.toSorted()).toEqual([
    'frontlist_image_cache_hits_total 2',
    'frontlist_image_failures_total{reason="crashed"} 0',
    'frontlist_image_failures_total{reason="killed"} 0',
    'frontlist_image_failures_total{reason="memory"} 0',
    'frontlist_image_failures_total{reason="overloaded"} 0',
    'frontlist_image_failures_total{reason="storage_full"} 0',
    'frontlist_image_failures_total{reason="timeout"} 0',
    'frontlist_image_failures_total{reason="unavailable"} 0',
    'frontlist_image_failures_total{reason="unreadable"} 1',
    'frontlist_image_queue 0',
    'frontlist_images_made_total{format="avif"} 0',
    'frontlist_images_made_total{format="jpeg"} 1',
    'frontlist_images_made_total{format="png"} 0',
    'frontlist_images_made_total{format="webp"} 1',
  ])
})
