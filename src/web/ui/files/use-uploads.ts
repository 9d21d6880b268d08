import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiError } from '../../client/api-error.ts'
import type { FileFinding } from '../../../contract/rules/files/file-rules.ts'
import { uploadFile } from '../../client/upload.ts'

/** A file that has been uploaded. */
export interface UploadedFile {
  url: string
  name: string
  bytes: number
}

/** One row: pending, uploading, success or error. */
export type UploadItem = { key: string; name: string; bytes: number } & (
  | { state: 'pending'; file: File }
  | { state: 'uploading'; file: File; sent: number; controller: AbortController }
  | { state: 'error'; file: File; message: string }
  | { state: 'success'; url: string; findings?: readonly FileFinding[] | undefined }
)

/** A few at a time, so that uploads stay fast on a slow connection. */
const AT_ONCE = 2

let made = 0

/**
 * Manages uploads and their states. Uploaded files are reported through `onUploaded` and stored by the caller
 * (in the draft); `kept` are files uploaded earlier.
 */
export function useUploads(kept: UploadedFile[], onUploaded: (files: UploadedFile[]) => void) {
  const [items, setItems] = useState<UploadItem[]>(() =>
    kept.map((file) => ({ key: file.url, name: file.name, bytes: file.bytes, state: 'success', url: file.url })),
  )
  const report = useRef(onUploaded)
  report.current = onUploaded

  const change = useCallback((key: string, next: (item: UploadItem) => UploadItem | null) => {
    setItems((before) => before.flatMap((item) => (item.key === key ? (next(item) ?? []) : item)))
  }, [])

  // Uploaded files belong to the caller; reported after every change of the list.
  const arrived = JSON.stringify(items.flatMap((item) => (item.state === 'success' ? [item.url] : [])))
  useEffect(() => {
    report.current(
      items.flatMap((item) =>
        item.state === 'success' ? [{ url: item.url, name: item.name, bytes: item.bytes }] : [],
      ),
    )
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `arrived` is what of the items matters here
  }, [arrived])

  useEffect(() => {
    const underWay = items.filter((item) => item.state === 'uploading').length
    const waiting = items.find((item) => item.state === 'pending')
    if (!waiting || waiting.state !== 'pending' || underWay >= AT_ONCE) return
    const { key, file } = waiting
    const controller = new AbortController()
    change(key, (item) => ({ ...base(item), state: 'uploading', file, sent: 0, controller }))
    uploadFile(file, {
      signal: controller.signal,
      onProgress: (sent) => change(key, (item) => (item.state === 'uploading' ? { ...item, sent } : item)),
    }).then(
      ({ url, name, bytes, findings }) => change(key, () => ({ key, name, bytes, state: 'success', url, findings })),
      (error: unknown) =>
        change(key, (item) => {
          if (error instanceof DOMException && error.name === 'AbortError') return null
          const message = isApiError(error) ? error.message : 'no connection'
          return { ...base(item), state: 'error', file, message: `Upload failed: ${message}` }
        }),
    )
  }, [items, change])

  // Leaving the page cancels running uploads.
  const current = useRef(items)
  current.current = items
  useEffect(
    () => () => {
      for (const item of current.current) if (item.state === 'uploading') item.controller.abort()
    },
    [],
  )

  const add = (files: File[]) =>
    setItems((before) => [
      ...before,
      ...files.map((file) => ({
        key: `upload-${++made}`,
        name: file.name,
        bytes: file.size,
        state: 'pending' as const,
        file,
      })),
    ])

  const remove = (key: string) =>
    change(key, (item) => {
      if (item.state === 'uploading') item.controller.abort()
      return null
    })

  const retry = (key: string) =>
    change(key, (item) => (item.state === 'error' ? { ...base(item), state: 'pending', file: item.file } : item))

  return { items, add, remove, retry, unfinished: items.some((item) => item.state !== 'success') }
}

export type Uploads = ReturnType<typeof useUploads>

const base = ({ key, name, bytes }: UploadItem) => ({ key, name, bytes })
