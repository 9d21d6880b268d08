import { drawPlant } from './draw-plant.ts'
import { GRID, SHEET } from './mount.ts'
import type { Species } from './species.ts'

const STRAP = { width: 36, height: 7 } as const

/**
 * A plant drawn from a seed: decoration, so hidden from assistive technology. The same seed and species give
 * the same markup on the server and in the browser. It carries no ids and no inline styles; its inks and
 * line widths are in plant.css.
 */
export function Plant({ seed, species }: { seed: string; species?: Species }) {
  const { paths, bloom, strap } = drawPlant(seed, species)
  return (
    <svg className="plant" viewBox={`0 0 ${SHEET.width} ${SHEET.height}`} fill="none" aria-hidden="true">
      <g transform={`scale(${1 / GRID})`} stroke="currentColor">
        {paths.wash && <path className="p-wash" d={paths.wash} />}
        {paths.leaf && <path className="p-leaf" d={paths.leaf} />}
        {paths.twig && <path className="p-twig" d={paths.twig} />}
        {paths.stem && <path className="p-stem" d={paths.stem} />}
        {paths.petal && <path className={`p-petal p-${bloom}`} d={paths.petal} />}
        {paths.dot && <path className={`p-dot p-${bloom}`} d={paths.dot} />}
      </g>
      <rect
        className="p-strap"
        x={strap.x - STRAP.width / 2}
        y={strap.y - STRAP.height / 2}
        width={STRAP.width}
        height={STRAP.height}
        transform={`rotate(${strap.tilt} ${strap.x} ${strap.y})`}
      />
    </svg>
  )
}
