import { SUPPLEMENT_LICENCES, SUPPLEMENTS_MAX } from '../../../contract/rules/articles/supplements.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES, IMAGE_TYPES } from '../../../contract/rules/files/file-rules.ts'
import { DropZone } from '../../ui/drop-zone.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { UploadRows } from '../../ui/files/upload-rows.tsx'
import type { Uploads } from '../../ui/files/use-uploads.ts'
import type { TypedSupplement } from './typed-works.ts'

const TYPES = { ...DOCUMENT_TYPES, ...IMAGE_TYPES }

/** Files beside the text: each with what it is, and under which licence. */
export function SupplementFields({
  supplements,
  uploads,
  errors,
  onChange,
}: {
  supplements: readonly TypedSupplement[]
  uploads: Uploads
  errors: Record<string, string>
  onChange: (supplements: TypedSupplement[]) => void
}) {
  return (
    <div>
      <DropZone
        name="supplements"
        label="Supplements (optional)"
        types={TYPES}
        maxBytes={FILE_MAX_BYTES}
        hint={`Data, tables or pictures that readers get with the article. Up to 10 MB each, ${SUPPLEMENTS_MAX} files. Larger data belong in an archive such as Zenodo or Dryad.`}
        multiple
        error={errors.supplements}
        onFiles={uploads.add}
      />
      <UploadRows items={uploads.items} onRemove={uploads.remove} onRetry={uploads.retry} />
      {supplements.map((supplement, at) => {
        const set = (changed: Partial<TypedSupplement>) => onChange(supplements.with(at, { ...supplement, ...changed }))
        return (
          <fieldset key={supplement.url} className="suggestion">
            <legend className="breakable">
              Supplement {at + 1}: {supplement.name}
            </legend>
            <div className="suggestion-fields">
              <Field
                name={`supplements.${at}.title`}
                label="What it is"
                value={supplement.title}
                error={errors[`supplements.${at}.title`]}
                onChange={(title) => set({ title })}
              />
              <SelectField
                name={`supplements.${at}.licenceUrl`}
                label="Licence"
                placeholder="The same as the article"
                value={supplement.licenceUrl}
                error={errors[`supplements.${at}.licenceUrl`]}
                options={Object.entries(SUPPLEMENT_LICENCES).map(([value, label]) => ({ value, label }))}
                onChange={(licenceUrl) => set({ licenceUrl })}
              />
              <Field
                name={`supplements.${at}.doi`}
                label="DOI of the file (optional)"
                autoComplete="off"
                value={supplement.doi}
                error={errors[`supplements.${at}.doi`]}
                onChange={(doi) => set({ doi })}
              />
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}
