import { useState } from 'react'
import { Plant } from './plant/plant.tsx'
import { speciesFor } from './plant/species.ts'

/**
 * An article's picture on its sheet. Without one, or when it cannot be loaded, a plant drawn from
 * the article's id: each category grows its own kind.
 */
export function Plate({ seed, category, imageUrl }: { seed: string; category: string; imageUrl: string | null }) {
  const [failed, setFailed] = useState(false)
  return (
    <div className="plate strap">
      {imageUrl && !failed ? (
        <img
          src={imageUrl}
          alt=""
          width={240}
          height={320}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      ) : (
        <Plant seed={seed} species={speciesFor(category)} />
      )}
    </div>
  )
}
