import type { Axis } from './plan.ts'
import { hashText, type Dice } from './random.ts'
import { herb, lily, orchid, thistle, umbel, vetch, vine } from './species-flowering.ts'
import { conifer, fern, grass, moss, palm } from './species-leafy.ts'

/** How each species makes the plan of one individual. Neighbours in the table differ most in silhouette. */
export const SPECIES = {
  fern,
  umbel,
  grass,
  vine,
  thistle,
  palm,
  vetch,
  moss,
  lily,
  conifer,
  herb,
  orchid,
} satisfies Record<string, (dice: Dice) => Axis>

export type Species = keyof typeof SPECIES

/** Every species, in the order of the table. */
export const ALL_SPECIES = Object.keys(SPECIES) as [Species, ...Species[]]

/** The species at a place in the table, counted round: the nth category grows the nth species. */
export function speciesAt(index: number): Species {
  return ALL_SPECIES[((index % ALL_SPECIES.length) + ALL_SPECIES.length) % ALL_SPECIES.length] ?? ALL_SPECIES[0]
}

/** The species a category grows, by its name alone. */
export function speciesFor(category: string): Species {
  return speciesAt(hashText(category))
}
