import { plantUrl, type PlantSpecies } from '../../contract/rules/site/plants.ts'

/**
 * The plant of a seed: decoration. The server draws it, in the colours of the page's theme. `strap` shows the
 * paper strap that holds it on its sheet; `eager` is for the top of a page.
 */
export function Plant({
  seed,
  species,
  strap = false,
  eager = false,
}: {
  seed: string
  species?: PlantSpecies
  strap?: boolean
  eager?: boolean
}) {
  return (
    <img
      className="plant"
      src={plantUrl(seed, species) + (strap ? '#strap' : '')}
      alt=""
      width={240}
      height={320}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority="low"
    />
  )
}
