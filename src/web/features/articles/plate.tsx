import { useEffect, useRef, useState } from 'react'
import { speciesFor } from '../../../contract/domain/plants.ts'
import { Plant } from '../../ui/plant.tsx'

/**
 * An article's featured image as a plate on a herbarium sheet. Without an image, or if it cannot be loaded, a
 * plant is drawn from the article's id; each category has its own species. In lists all sheets have the same
 * shape and images are cropped; `whole` shows the full image.
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
  /** The author's description of the image; without one it is decorative. */
  alt: string | null
  whole?: boolean
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)

  // The image may have failed before hydration, when nothing listened for its error event.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(imageUrl)
  }, [imageUrl])

  if (!imageUrl || failed === imageUrl) {
    return (
      <div className="plate">
        <Plant seed={seed} species={speciesFor(category)} strap eager={whole} />
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
