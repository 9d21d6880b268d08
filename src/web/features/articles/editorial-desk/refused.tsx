import { isApiError } from '../../../client/api-error.ts'

/** The reason why a call failed, in one sentence for the editor. */
export const sentenceOf = (error: unknown): string =>
  isApiError(error) ? error.message : 'There is no connection to the journal. Please try again.'

/**
 * The error in the dialog whose call failed. It stays until the next answer: if it disappeared at once, the
 * dialog would shrink under a double click.
 */
export function Refused({ sentence }: { sentence: string | null }) {
  return (
    <div role="alert" className="refused">
      {sentence !== null && (
        <p className="notice bad">
          <strong>{sentence}</strong>
          Nothing has been changed.
        </p>
      )}
    </div>
  )
}
