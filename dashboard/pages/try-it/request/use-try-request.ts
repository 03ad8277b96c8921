// Synchronizes the request in the form with the page's URL, so that it can be shared, reloaded and revisited.
import { useEffect, useRef, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { useSpacePaths } from '../../../api/space.ts'
import { readSearch, type TryRequest, toSearch } from './try-request.ts'

/** Browsers reject URL changes that are as frequent as key repeats. */
const writeDelayMs = 200

export function useTryRequest() {
  const { tryIt } = useSpacePaths()
  const search = useSearch().slice(1)
  const [request, setRequest] = useState(() => readSearch(search))
  const seen = useRef(search)
  const wanted = toSearch(request)

  // Follows changes of the URL by a link or Back.
  useEffect(() => {
    if (search === seen.current) return
    seen.current = search
    setRequest(readSearch(search))
  }, [search])

  useEffect(() => {
    if (wanted === toSearch(readSearch(seen.current))) return
    const timer = setTimeout(() => {
      seen.current = wanted
      navigate(wanted === '' ? tryIt : `${tryIt}?${wanted}`, { replace: true })
    }, writeDelayMs)
    return () => clearTimeout(timer)
  }, [wanted, tryIt])

  const change = (part: Partial<TryRequest>) => setRequest(before => ({ ...before, ...part }))
  return [request, change] as const
}
