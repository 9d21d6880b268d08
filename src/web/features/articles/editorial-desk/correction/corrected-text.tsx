import { useEffect } from 'react'
import type { Uploads } from '../../../../ui/files/use-uploads.ts'
import { FullTextField } from '../full-text-field.tsx'
import type { TextPreview, useTextPreview } from '../use-text-preview.ts'
import type { CorrectionForm } from './use-correction.ts'

/** Takes over a text as soon as its preview can be looked at. */
export function useTakenText(form: CorrectionForm, text: TextPreview): void {
  const isReady = text.state === 'ready'
  const digest = isReady ? text.preview.digest : undefined
  useEffect(() => {
    if (!isReady) return
    form.set('fullTextUrl', text.url)
    form.setFullTextDigest(digest)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each text
  }, [digest, isReady])
}

/** The full text, which can be kept, replaced or removed. */
export function CorrectedText({
  form: { base, typed, errors, set },
  uploads,
  fullText,
}: {
  form: CorrectionForm
  uploads: Uploads
  fullText: ReturnType<typeof useTextPreview>
}) {
  const isRemoved = base.fullTextUrl !== '' && typed.fullTextUrl === ''
  return (
    <>
      <FullTextField
        {...fullText}
        label={base.fullTextUrl ? 'Replace the full text (optional)' : 'Full text (DOCX or JATS XML), optional'}
        uploads={uploads}
        error={errors.fullTextUrl}
        onChange={() => set('fullTextUrl', base.fullTextUrl)}
      />
      {isRemoved ? (
        <p className="notice">
          The full text will be removed; abstract and PDF stay.{' '}
          <button type="button" className="btn text" onClick={() => set('fullTextUrl', base.fullTextUrl)}>
            Keep the full text
          </button>
        </p>
      ) : (
        base.fullTextUrl !== '' &&
        typed.fullTextUrl === base.fullTextUrl && (
          <button type="button" className="btn text danger" onClick={() => set('fullTextUrl', '')}>
            Remove full text
          </button>
        )
      )}
    </>
  )
}
