import { Check, CircleAlert, RotateCw, Trash2, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { DropZone } from '../drop-zone.tsx'
import { printedBytes } from '../../../contract/rules/text/printed-bytes.ts'
import type { UploadItem, Uploads } from './use-uploads.ts'

/** A single file: choosing another replaces it. */
export function OneUpload({
  uploads: { items, add, remove, retry },
  onChange,
  ...zone
}: Omit<ComponentProps<typeof DropZone>, 'multiple' | 'onFiles'> & { uploads: Uploads; onChange?: () => void }) {
  return (
    <>
      <DropZone
        {...zone}
        onFiles={([chosen]) => {
          onChange?.()
          for (const { key } of items) remove(key)
          if (chosen) add([chosen])
        }}
      />
      <UploadRows
        items={items}
        onRemove={(key) => {
          onChange?.()
          remove(key)
        }}
        onRetry={retry}
      />
    </>
  )
}

/** The chosen files with their status, progress and actions. */
export function UploadRows({
  items,
  onRemove,
  onRetry,
}: {
  items: UploadItem[]
  onRemove: (key: string) => void
  onRetry: (key: string) => void
}) {
  if (!items.length) return null
  return (
    <ul className="files" role="list">
      {items.map((item) => (
        <li key={item.key}>
          <span className="name">{item.name}</span>
          <span className="act">
            {item.state === 'error' && (
              <button className="btn text" type="button" onClick={() => onRetry(item.key)}>
                <RotateCw className="ic" aria-hidden="true" />
                Try Again<span className="sr">: {item.name}</span>
              </button>
            )}
            {item.state === 'uploading' ? (
              <button className="btn text" type="button" onClick={() => onRemove(item.key)}>
                Cancel<span className="sr">: {item.name}</span>
              </button>
            ) : (
              <button
                className="btn icon"
                type="button"
                aria-label={`Remove ${item.name}`}
                onClick={() => onRemove(item.key)}
              >
                {item.state === 'success' ? (
                  <Trash2 className="ic" aria-hidden="true" />
                ) : (
                  <X className="ic" aria-hidden="true" />
                )}
              </button>
            )}
          </span>
          <StateWords item={item} />
          {item.state === 'uploading' && (
            <progress max={Math.max(1, item.bytes)} value={item.sent} aria-label={`Uploading ${item.name}`} />
          )}
        </li>
      ))}
    </ul>
  )
}

function StateWords({ item }: { item: UploadItem }) {
  if (item.state === 'success') {
    return (
      <span className="st ok" role="status">
        <Check className="ic" aria-hidden="true" />
        Uploaded, {printedBytes(item.bytes)}
      </span>
    )
  }
  if (item.state === 'error') {
    return (
      <span className="st no" role="alert">
        <CircleAlert className="ic" aria-hidden="true" />
        {item.message}
      </span>
    )
  }
  if (item.state === 'uploading') {
    if (item.sent >= item.bytes) return <span className="st">Checking the upload...</span>
    return (
      <span className="st">
        Uploading, {printedBytes(item.sent)} of {printedBytes(item.bytes)}
      </span>
    )
  }
  return <span className="st">Waiting, {printedBytes(item.bytes)}</span>
}
