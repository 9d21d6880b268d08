import { useEffect, useRef, useState } from 'react'
import { Plant } from '../../plant/plant.tsx'
import { speciesFor } from '../../plant/species.ts'

/**
 * An article's featured image on its sheet. Without one, or when it cannot be loaded, a plant drawn from
 * the article's id: each category grows its own kind. In lists the sheets are alike and images are cropped to
 * them; `whole` shows all of the image.
 */
export function Plate({
  seed,
  category,
  imageUrl,
  alt,
  whole = false,
}: {
  seed: string
  category: string
  imageUrl: string | null
  /** What the image shows, in its author's words; without them it is decoration. */
  alt: string | null
  whole?: boolean
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)

  // An image of the server's page may have failed before its scripts came: nobody heard its error event.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(imageUrl)
  }, [imageUrl])

  if (!imageUrl || failed === imageUrl) {
    return (
      <div className="plate strap">
        <Plant seed={seed} species={speciesFor(category)} />
      </div>
    )
  }
  return (
    <div className={whole ? 'plate whole' : 'plate'}>
      <img
        ref={image}
        src={imageUrl}
        alt={alt ?? ''}
        loading={whole ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setFailed(imageUrl)}
      />
    </div>
  )
}
