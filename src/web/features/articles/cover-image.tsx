import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImageSize } from '../../../contract/rules/articles/pictures.ts'
import { speciesFor } from '../../../contract/rules/site/plants.ts'
import { Picture } from '../../ui/picture.tsx'
import { Plant } from '../../ui/plant.tsx'
import { shownWidth, type CoverImagePlace } from './cover-image-sizes.ts'

/**
 * An article's featured image as on a herbarium sheet. Without an image, or if it cannot be loaded, a
 * plant is drawn from the article's id; each category has its own species. On cards all sheets have the same
 * shape and images are cropped; elsewhere the full image is shown.
 */
export function CoverImage({
  article: { id, category, imageAlt, imageSize },
  imageUrl,
  place,
  first = false,
  children,
}: {
  /** The image is described by its author; without a description it is decorative. */
  article: { id: string; category: { name: string }; imageAlt: string | null; imageSize: ImageSize | null }
  imageUrl: string | null
  place: CoverImagePlace
  /** At the top of the page. */
  first?: boolean
  /** What lies on the sheet. */
  children?: ReactNode
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)

  // The image may have failed before hydration, when nothing listened for its error event.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(imageUrl)
  }, [imageUrl])

  if (!imageUrl || failed === imageUrl) {
    return (
      <div className="cover-image mounted">
        <Plant seed={id} species={speciesFor(category.name)} strap eager={first} />
        {children}
      </div>
    )
  }
  return (
    <div className={place === 'card' ? 'cover-image mounted' : 'cover-image mounted whole'}>
      <Picture
        ref={image}
        url={imageUrl}
        size={imageSize}
        alt={imageAlt ?? ''}
        sizes={shownWidth(place, imageSize)}
        first={first}
        onError={() => setFailed(imageUrl)}
      />
      {children}
    </div>
  )
}
