import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { speciesFor } from '../../../../contract/rules/site/plants.ts'
import { Link } from '../../../ui/link.tsx'
import { Plant } from '../../../ui/plant.tsx'

export interface CategoryTile {
  id: string
  name: string
  count: number
}

/** The categories of the home page, each with a plant of its own species on a common ground line. */
export function CategoryPlants({ categories }: { categories: CategoryTile[] }) {
  return (
    <ul className="category-plants" role="list">
      {categories.map(({ id, name, count }) => (
        <li key={id}>
          <Link to={paths.category(id)}>
            <span className="bare">
              <Plant seed={id} species={speciesFor(name)} />
            </span>
            <b>{name}</b> <small>{count === 0 ? 'Explore research' : counted(count, 'study', 'studies')}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}
