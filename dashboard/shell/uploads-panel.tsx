// A panel in the corner of the window for uploads that continue while other pages are shown. It also asks before the
// window is closed during an upload.
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useRefreshAssets } from '../api/media/assets.ts'
import { isActive } from '../api/media/uploads.ts'
import { uploads, useUploads } from '../api/media/use-uploads.ts'
import { ApiProblem } from '../api/request.ts'
import { hasFiles } from '../media/upload/drop-area.tsx'
import { UploadBar } from '../media/upload/upload-list.tsx'

/** `user` is the id of the signed-in user. */
export function UploadsPanel({ user }: { readonly user: string }) {
  useEffect(() => uploads.keepFor(user), [user])
  const list = useUploads()
  useLocation()
  useWarning(list.some(isActive))
  useRefresh(list.filter(({ state }) => state === 'done').length)
  // Refetches data, which detects that the session has ended, so that the page asks the user to sign in.
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

/** Makes the browser ask before the window is closed or reloaded. */
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

/** Refetches the library whenever uploads are finished. */
function useRefresh(done: number): void {
  const refresh = useRefreshAssets()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each finished upload
  useEffect(() => {
    if (done > 0) void refresh()
  }, [done])
}

/** Prevents the browser from opening a file that is dropped outside a drop area, which would replace the page. */
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
