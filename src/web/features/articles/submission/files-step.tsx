import {
  DOCUMENT_TYPES,
  FEATURED_IMAGE_TYPES,
  FILE_MAX_BYTES,
  IMAGE_MAX_BYTES,
} from '../../../../contract/rules/files/file-rules.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { UploadRows } from '../../../ui/files/upload-rows.tsx'
import { FeaturedImage } from './featured-image.tsx'
import type { StepProps } from './step-props.ts'

export function FilesStep({ draft, update, errors, clear, uploads: { files, image } }: StepProps) {
  return (
    <>
      <DropZone
        name="files"
        label="Content files"
        types={DOCUMENT_TYPES}
        maxBytes={FILE_MAX_BYTES}
        hint={`${Object.keys(DOCUMENT_TYPES).join(', ')}. Up to 10 MB each. Please include the manuscript itself.`}
        multiple
        error={errors.files}
        onFiles={(chosen) => {
          clear('files')
          files.add(chosen)
        }}
      />
      <UploadRows
        items={files.items}
        onRemove={(key) => {
          clear('files')
          files.remove(key)
        }}
        onRetry={files.retry}
      />
      <hr className="rule" />
      <DropZone
        name="image"
        label="Featured image (optional)"
        types={FEATURED_IMAGE_TYPES}
        maxBytes={IMAGE_MAX_BYTES}
        hint="JPG, JPEG, PNG or WebP, one file, max 5 MB. Without one, the journal draws a plant for your article."
        error={errors.imageUrl}
        onFiles={([chosen]) => {
          clear('imageUrl')
          for (const item of image.items) image.remove(item.key)
          if (chosen) image.add([chosen])
        }}
      />
      <UploadRows items={image.items} onRemove={image.remove} onRetry={image.retry} />
      {draft.image && (
        <FeaturedImage
          image={draft.image}
          alt={draft.imageAlt}
          error={errors.imageAlt}
          onAlt={(imageAlt) => {
            clear('imageAlt')
            update({ imageAlt })
          }}
        />
      )}
    </>
  )
}
