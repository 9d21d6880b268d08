import { Check } from 'lucide-react'
import { LETTER_FILES_MAX, TOO_MANY_LETTER_FILES } from '../../../../../contract/api/decisions.ts'
import { LETTER_FILE_TYPES } from '../../../../../contract/rules/files/file-rules.ts'
import { browserApi } from '../../../../client/api.ts'
import { uploadLetterFile } from '../../../../client/upload.ts'
import { DownloadFile } from '../../../../ui/download.tsx'
import { CheckField } from '../../../../ui/field.tsx'
import { printedBytes } from '../../../../../contract/rules/text/printed-bytes.ts'
import { AttachedFiles } from '../../shared/attached-files.tsx'
import type { useDecision } from './use-decision.ts'

/** What goes with the letter, such as an annotated manuscript; a copy that may show a name has to be looked at. */
export function LetterFiles({
  articleId,
  letterFiles: { files, setFiles, setUploading },
  errors,
  looked,
  onLooked,
}: {
  articleId: string
  letterFiles: ReturnType<typeof useDecision>['letterFiles']
  errors: Record<string, string>
  /** The ids of those whose copies the editor has looked at. */
  looked: readonly string[]
  onLooked: (looked: string[]) => void
}) {
  return (
    <div>
      <AttachedFiles
        label="Files with the letter (optional)"
        hint={`Up to ${LETTER_FILES_MAX} as PDF, DOCX or XLSX, up to 10 MB each. The authors get copies without the names that programs write into files: comments in them are by “Reviewer”.`}
        types={LETTER_FILE_TYPES}
        max={LETTER_FILES_MAX}
        tooManyFiles={TOO_MANY_LETTER_FILES}
        files={files}
        error={errors.files}
        upload={(file, uploading) => uploadLetterFile(articleId, file, uploading)}
        remove={(fileId) => browserApi.decisions.removeFile({ id: articleId, fileId })}
        setFiles={setFiles}
        onUnderWay={setUploading}
      >
        {(file) => {
          const at = files.indexOf(file)
          return (
            <>
              <span className="st" role="status">
                <Check className="ic" aria-hidden="true" />
                Attached, {printedBytes(file.bytes)}.
                <DownloadFile file={file}>
                  Copy for the authors<span className="sr"> of {file.name}</span>
                </DownloadFile>
              </span>
              {file.look && (
                <div className="st">
                  <CheckField
                    name={`files.${at}.looked`}
                    checked={looked.includes(file.id)}
                    error={errors[`files.${at}.looked`]}
                    onChange={(isLooked) =>
                      onLooked([...looked.filter((id) => id !== file.id), ...(isLooked ? [file.id] : [])])
                    }
                  >
                    {file.look} I have looked at the whole copy, and nothing in it tells who a reviewer is.
                  </CheckField>
                </div>
              )}
            </>
          )
        }}
      </AttachedFiles>
    </div>
  )
}
