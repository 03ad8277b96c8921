// Sends a file as the body of a request and reports the upload progress, which fetch() cannot.
import { ApiProblem, toApiProblem, toOffline } from '../request.ts'
import type { FileRequest, FileResponse } from './uploads.ts'

/** Rejects with an {@link ApiProblem} unless the response is successful. */
export async function sendFile<Json>({ file, ...others }: FileRequest): Promise<FileResponse<Json>> {
  try {
    return await send(others, file)
  } catch (error) {
    // A file that was changed or removed after it was chosen looks like a lost connection.
    const isOffline = error instanceof ApiProblem && error.code === 'offline'
    if (isOffline && !(await isReadable(file))) throw toUnreadable()
    throw error
  }
}

function send<Json>(
  { method, path, space, onProgress, signal }: Omit<FileRequest, 'file'>,
  file: Blob,
): Promise<FileResponse<Json>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.setRequestHeader('Frontlist-Space', space)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const body = parseJson(request.responseText)
      if (request.status < 400 && body !== null) resolve({ status: request.status, body: body as Json })
      else reject(toApiProblem(request.status, body, request.getResponseHeader('Retry-After')))
    }
    request.onerror = () => reject(toOffline())
    request.onabort = () => reject(new DOMException('Cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) reject(new DOMException('Cancelled.', 'AbortError'))
    else request.send(file)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

function toUnreadable(): ApiProblem {
  return new ApiProblem(0, 'file_unreadable', 'The file can no longer be read on this device.')
}
