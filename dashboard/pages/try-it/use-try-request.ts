// The request in the form, kept in step with the page's address so that it can be shared, reloaded and gone back to.
import { useEffect, useRef, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { useSpacePaths } from '../../api/space.ts'
import { readSearch, type TryRequest, toSearch } from './try-request.ts'

/** Browsers refuse an address that changes with every key that is held down. */
const writeDelayMs = 200

export function useTryRequest() {
  const { tryIt } = useSpacePaths()
  const search = useSearch().slice(1)
  const [request, setRequest] = useState(() => readSearch(search))
  const seen = useRef(search)
  const wanted = toSearch(request)

  // The address was changed by somebody else: a link, or the way back.
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
