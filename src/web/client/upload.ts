import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { ApiError } from './api-error.ts'
import type { LetterFile } from '../../contract/api/decisions.ts'
import { files, type UploadResult } from '../../contract/api/files.ts'
import { reviewReports, type ReportFile } from '../../contract/api/review-reports.ts'
import { REVIEW_SCHEME } from '../../contract/rules/peer-review/review-link.ts'
import { browserApi, withToken } from './api.ts'
import { linkSecret } from './link-secret.ts'

interface Sent {
  status: number
  statusText: string
  text: string
}

export interface Uploading {
  onProgress: (sentBytes: number) => void
  signal: AbortSignal
}

/**
 * Uploads one file and reports progress. Fetch cannot report progress, so only this module uses
 * XMLHttpRequest. Rejects with an ApiError, without a status if there was no answer; an aborted upload
 * rejects with an AbortError.
 */
export async function uploadFile(file: File, uploading: Uploading): Promise<UploadResult> {
  const sent = await withToken((token) => post(files.upload.path, `Bearer ${token}`, file, uploading))
  return answerOf<UploadResult>(sent, 'url')
}

/** The same for a file of a reviewer's report, by the review link. */
export async function uploadReportFile(file: File, uploading: Uploading): Promise<ReportFile> {
  const authorization = `${REVIEW_SCHEME} ${linkSecret()}`
  return answerOf<ReportFile>(await post(reviewReports.upload.path, authorization, file, uploading), 'id')
}

/** The same for a file that goes with the letter of a decision: kept is the copy for the authors. */
export async function uploadLetterFile(id: string, file: File, uploading: Uploading): Promise<LetterFile> {
  const { url } = await uploadFile(file, uploading)
  return browserApi.decisions.attachFile({ id, fileUrl: url })
}

/** The answer of an upload, known by one of its fields: a proxy may have answered instead. */
function answerOf<T extends object>(sent: Sent, field: keyof T & string): T {
  const body = parsed(sent.text)
  if (sent.status >= 200 && sent.status < 300 && body && field in body) return body as T
  throw new ApiError(sent.status, refusalOf(sent, body))
}

/** 'Payload Too Large. The file is larger than 10 MB': the name of the status, then the server's reason. */
function refusalOf({ statusText }: Sent, body: Record<string, unknown> | undefined): string {
  // HTTP/2 has no status text, so it is also part of the answer.
  const status = statusText || body?.error
  return [status, body?.message === status ? null : body?.message].filter(Boolean).join('. ')
}

function post(path: string, authorization: string, file: File, { onProgress, signal }: Uploading): Promise<Sent> {
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
    request.open('POST', API_PREFIX + path)
    request.setRequestHeader('authorization', authorization)
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
