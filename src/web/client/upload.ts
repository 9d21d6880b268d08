import { API_PREFIX } from '../../contract/domain/api-prefix.ts'
import { ApiError } from './api-error.ts'
import type { UploadResult } from '../../contract/api/files.ts'
import { withToken } from './api.ts'

interface Sent {
  status: number
  statusText: string
  text: string
}

/**
 * Uploads one file and reports progress. Fetch cannot report progress, so only this module uses
 * XMLHttpRequest. Rejects with an ApiError, without a status if there was no answer; an aborted upload
 * rejects with an AbortError.
 */
export async function uploadFile(
  file: File,
  { onProgress, signal }: { onProgress: (sentBytes: number) => void; signal: AbortSignal },
): Promise<UploadResult> {
  const sent = await withToken((token) => post(file, token, onProgress, signal))
  const body = parsed(sent.text)
  if (sent.status >= 200 && sent.status < 300 && body && 'url' in body) return body as unknown as UploadResult
  throw new ApiError(sent.status, refusalOf(sent, body))
}

/** 'Payload Too Large. The file is larger than 10 MB': the name of the status, then the server's reason. */
function refusalOf({ statusText }: Sent, body: Record<string, unknown> | undefined): string {
  // HTTP/2 has no status text, so it is also part of the answer.
  const status = statusText || body?.error
  return [status, body?.message === status ? null : body?.message].filter(Boolean).join('. ')
}

function post(file: File, token: string, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.upload.onprogress = (event) => onProgress(Math.min(event.loaded, file.size))
    request.onload = () =>
      resolve({ status: request.status, statusText: request.statusText, text: request.responseText })
    request.onerror = () => reject(new ApiError(0, 'no connection'))
    request.onabort = () => reject(new DOMException('Upload cancelled', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.open('POST', `${API_PREFIX}/files/upload`)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
