import { Field } from '../../../ui/field.tsx'
import { PrivateImage } from '../files/private-image.tsx'
import type { UploadedFile } from '../../../ui/files/use-uploads.ts'

/** The full featured image, and its alternative text. */
export function FeaturedImage({
  image,
  alt,
  error,
  onAlt,
}: {
  image: UploadedFile
  alt: string
  error: string | undefined
  onAlt: (alt: string) => void
}) {
  return (
    <div className="featured">
      <PrivateImage url={image.url} alt={alt || 'Featured image'} />
      <Field
        name="imageAlt"
        label="What the image shows"
        value={alt}
        error={error}
        hint="Describe it in a sentence, for readers who cannot see it."
        onChange={onAlt}
      />
    </div>
  )
}
