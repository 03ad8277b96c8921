// Uploads that go on while other pages are shown, in the corner of the window, and what they mean for leaving it.
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useRefreshAssets } from '../api/media/assets.ts'
import { isActive } from '../api/media/uploads.ts'
import { uploads, useUploads } from '../api/media/use-uploads.ts'
import { ApiProblem } from '../api/request.ts'
import { hasFiles } from '../media/upload/dropped-files.ts'
import { UploadBar } from '../media/upload/upload-bar.tsx'

/** `user`: the id of who is signed in. */
export function UploadsPanel({ user }: { readonly user: string }) {
  useEffect(() => uploads.keepFor(user), [user])
  const list = useUploads()
  useLocation()
  useWarning(list.some(isActive))
  useRefresh(list.filter(({ state }) => state === 'done').length)
  // The requests find that the session has ended, and the page asks to sign in.
  useRefresh(list.filter(({ error }) => isProblem(error, 'session_required')).length)
  useStrayFiles()
  const others = list.filter(({ place }) => !uploads.isShown(place))
  if (others.length === 0) return null
  return (
    <div className="uploads-panel">
      <UploadBar list={others} />
    </div>
  )
}

/** The browser asks before the window is closed or reloaded. */
function useWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])
}

function isProblem(error: unknown, code: string): boolean {
  return error instanceof ApiProblem && error.code === code
}

/** Files that have arrived are in the library at once. */
function useRefresh(done: number): void {
  const refresh = useRefreshAssets()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when one more has arrived
  useEffect(() => {
    if (done > 0) void refresh()
  }, [done])
}

/** A file that is dropped beside the places for it does not replace the page, as browsers have it. */
function useStrayFiles(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}
