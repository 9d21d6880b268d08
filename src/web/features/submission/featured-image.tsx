import { useEffect, useState } from 'react'
import { fileIdOf } from '../../../contract/file-url.ts'
import { browserApi } from '../../api.ts'
import { Field } from '../../ui/field.tsx'
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

/** An image that only its uploader may see: fetched by a short-lived address. */
export function PrivateImage({ url, alt }: { url: string; alt: string }) {
  const [address, setAddress] = useState<string | null>(null)
  const id = fileIdOf(url)
  useEffect(() => {
    let current = true
    if (id !== undefined) {
      browserApi.files.link({ id }).then(
        (link) => current && setAddress(link.url),
        () => {},
      )
    }
    return () => {
      current = false
    }
  }, [id])
  return <span className="plate">{address && <img src={address} alt={alt} />}</span>
}
