import { Eye, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FullTextPreview } from '../../../../contract/api/full-texts.ts'
import { FILE_MAX_BYTES, FULL_TEXT_TYPES } from '../../../../contract/rules/files/file-rules.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { isApiError } from '../../../client/api-error.ts'
import { browserApi } from '../../../client/api.ts'
import { PreviewDialog } from '../../../ui/preview-dialog.tsx'
import { OneUpload } from '../../../ui/files/upload-rows.tsx'
import type { Uploads } from '../../../ui/files/use-uploads.ts'
import { TextLook } from '../../../ui/text-look.tsx'

/** The text of the article for reading on its page: choosing another file replaces it. */
export function FullTextField({
  uploads,
  text,
  tryAgain,
  error,
  onChange,
  label = 'Full text (DOCX or JATS XML), optional',
}: {
  uploads: Uploads
  text: TextPreview
  tryAgain: () => void
  error: string | undefined
  onChange: () => void
  label?: string
}) {
  return (
    <>
      <OneUpload
        uploads={uploads}
        name="fullTextUrl"
        label={label}
        types={FULL_TEXT_TYPES}
        maxBytes={FILE_MAX_BYTES}
        hint="Shown on the article’s page and found by search. Headings, tables, figures and formulas are kept. Up to 10 MB."
        error={error}
        onChange={onChange}
      />
      <div role="status">
        {text.state === 'reading' && <p className="notice">Reading the text...</p>}
        {text.state === 'ready' && <Found preview={text.preview} />}
      </div>
      {text.state === 'failed' && (
        <div className="notice bad" role="alert">
          <p>{text.message}</p>
          <button type="button" className="btn text" onClick={tryAgain}>
            Try Again<span className="sr">: read the full text</span>
          </button>
        </div>
      )}
    </>
  )
}

/** What has been found in the text, what is worth knowing about it, and the way to look at it. */
function Found({ preview }: { preview: FullTextPreview }) {
  const [isOpen, setOpen] = useState(false)
  const { warnings } = preview
  return (
    <div className="text-found">
      <p>{contentsOf(preview)}</p>
      {warnings.length > 0 && (
        <div className="notice caution">
          <TriangleAlert className="ic" aria-hidden="true" />
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <Eye className="ic" aria-hidden="true" />
        Preview Full Text
      </button>
      {isOpen && (
        <PreviewDialog title="Full text" about="As readers will see it" onClose={() => setOpen(false)}>
          <div className="mid text-preview">
            <TextLook html={preview.html} label="Preview of the full text" />
          </div>
        </PreviewDialog>
      )}
    </div>
  )
}

/** '4 sections, 2 figures, 1 table, 31 references'. */
function contentsOf({ outline: { sections, figures, tables, references } }: FullTextPreview): string {
  const counts: [number, string][] = [
    [sections.filter(({ id }) => id !== 'references').length, 'section'],
    [figures.length, 'figure'],
    [tables.length, 'table'],
    [references, 'reference'],
  ]
  return counts.map(([count, noun]) => counted(count, noun)).join(', ')
}

/** A file that is being read as the full text of an article, and what it will look like. */
export type TextPreview =
  | { state: 'none' }
  | { state: 'reading'; url: string }
  | { state: 'ready'; url: string; preview: FullTextPreview }
  | { state: 'failed'; url: string; message: string }

/**
 * Reads the uploaded file as soon as it has arrived, or the one that is kept unless another is chosen; a failure that may pass can be
 * tried again.
 */
export function useTextPreview(
  id: string,
  { items }: Uploads,
  kept?: string,
): { text: TextPreview; tryAgain: () => void } {
  const url = items.length ? items.find((item) => item.state === 'success')?.url : kept
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<TextPreview & { attempt?: number }>({ state: 'none' })
  useEffect(() => {
    if (!url) return
    let isGone = false
    browserApi.fullTextDrafts.preview({ id, fullTextUrl: url }).then(
      (preview) => !isGone && setAnswer({ state: 'ready', url, preview, attempt }),
      (error: unknown) => {
        if (isGone) return
        const message = isApiError(error) ? (error.errors.fullTextUrl ?? error.message) : 'There is no connection.'
        setAnswer({ state: 'failed', url, message, attempt })
      },
    )
    return () => void (isGone = true)
  }, [id, url, attempt])
  const isCurrent = answer.state !== 'none' && answer.url === url && answer.attempt === attempt
  return {
    text: !url ? { state: 'none' } : isCurrent ? answer : { state: 'reading', url },
    tryAgain: () => setAttempt((before) => before + 1),
  }
}
