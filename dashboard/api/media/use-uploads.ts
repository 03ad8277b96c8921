// Hooks for the uploads of this window: those of a space, and those of one place in it.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useSpace } from '../space.ts'
import { isActive, sendFile, type Upload, UploadQueue, type UploadResult } from './uploads.ts'

/** The upload queue of this window. */
export const uploads = new UploadQueue(sendFile)

/** The place of uploads to the library. */
export const libraryPlace = 'library'

/** Returns all uploads of the current space. */
export function useUploads(): readonly Upload[] {
  const { slug } = useSpace()
  return useSyncExternalStore(uploads.subscribe, uploads.list).filter(({ space }) => space === slug)
}

/**
 * Shows the uploads of a place in the calling component. `onDone` receives finished uploads, including those that finished
 * while no component was mounted.
 */
export function useUploadsAt(place: string, onDone?: (results: readonly UploadResult[]) => void) {
  const { slug } = useSpace()
  const here = useUploads().filter(upload => upload.place === place)
  const newest = useRef(onDone)
  newest.current = onDone
  useEffect(() => uploads.show(place), [place])
  const hasDone = here.some(({ state }) => state === 'done')
  const hasTaker = onDone !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished upload may release others that waited for it
  useEffect(() => {
    if (!hasDone || !hasTaker) return
    const results = uploads.take(place)
    if (results.length > 0) newest.current?.(results)
  }, [place, hasDone, hasTaker, here.length, here.filter(isActive).length])
  return {
    uploads: here,
    add: (files: readonly File[]) => uploads.add(files, { space: slug, place }),
    /** Cancels and removes the uploads of this place. */
    clear: () => uploads.remove(...here.map(({ key }) => key)),
  }
}
