import { FEATURED_IMAGE_TYPES, IMAGE_MAX_BYTES } from '../../../../../contract/rules/files/file-rules.ts'
import { DropZone } from '../../../../ui/drop-zone.tsx'
import { Field } from '../../../../ui/field.tsx'
import { PrivateImage } from '../../files/private-image.tsx'
import { UploadRows } from '../../../../ui/files/upload-rows.tsx'
import type { Uploads } from '../../../../ui/files/use-uploads.ts'
import type { CorrectionForm } from './use-correction.ts'

/** The featured image, which can be kept, replaced or removed, and its description. */
export function CorrectedImage({
  form: { base, typed, errors, set },
  uploads,
}: {
  form: CorrectionForm
  uploads: Uploads
}) {
  return (
    <>
      <DropZone
        name="imageUrl"
        label={base.imageUrl ? 'Replace the featured image (optional)' : 'Featured image (optional)'}
        types={FEATURED_IMAGE_TYPES}
        maxBytes={IMAGE_MAX_BYTES}
        hint="JPG, JPEG, PNG or WebP, up to 5 MB. Without one, the journal draws a plant for the article."
        error={errors.imageUrl}
        onFiles={([chosen]) => {
          for (const item of uploads.items) uploads.remove(item.key)
          if (chosen) uploads.add([chosen])
        }}
      />
      <UploadRows items={uploads.items} onRemove={uploads.remove} onRetry={uploads.retry} />
      {typed.imageUrl ? (
        <div className="featured">
          <PrivateImage url={typed.imageUrl} alt={typed.imageAlt} />
          <div>
            <Field
              name="imageAlt"
              label="What the image shows"
              value={typed.imageAlt}
              error={errors.imageAlt}
              hint="A short description for readers who cannot see it."
              onChange={(imageAlt) => set('imageAlt', imageAlt)}
            />
            {typed.imageUrl === base.imageUrl && (
              <button type="button" className="btn text danger" onClick={() => set('imageUrl', '')}>
                Remove image
              </button>
            )}
          </div>
        </div>
      ) : (
        base.imageUrl && (
          <p className="notice">
            The image will be removed.{' '}
            <button type="button" className="btn text" onClick={() => set('imageUrl', base.imageUrl)}>
              Keep the image
            </button>
          </p>
        )
      )}
    </>
  )
}
