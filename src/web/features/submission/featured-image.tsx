import { Field } from '../../ui/field.tsx'
import { PrivateImage } from '../../ui/private-image.tsx'
import type { UploadedFile } from '../../ui/use-uploads.ts'

/** The featured image as it will look, with its words for those who do not see it. */
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
      <PrivateImage url={image.url} alt={alt} />
      <Field
        name="imageAlt"
        label="What the image shows"
        value={alt}
        error={error}
        hint="A short description for readers who cannot see it."
        onChange={onAlt}
      />
    </div>
  )
}
