import { conifer } from './kinds/conifer.ts'
import { fern } from './kinds/fern.ts'
import { grass } from './kinds/grass.ts'
import { herb } from './kinds/herb.ts'
import { lily } from './kinds/lily.ts'
import { moss } from './kinds/moss.ts'
import { orchid } from './kinds/orchid.ts'
import { palm } from './kinds/palm.ts'
import { thistle } from './kinds/thistle.ts'
import { umbel } from './kinds/umbel.ts'
import { vetch } from './kinds/vetch.ts'
import { vine } from './kinds/vine.ts'
import type { Axis } from './plan.ts'
import { hashText, type Dice } from './random.ts'

/**
 * The species, and how each plans one individual. A plan draws its traits once, so that all fronds of
 * one fern are alike and two ferns are not. Neighbours in the table differ most in silhouette.
 */
export const SPECIES = {
  fern,
  umbel,
  grass,
  orchid,
  vetch,
  palm,
  thistle,
  vine,
  conifer,
  lily,
  herb,
  moss,
} satisfies Record<string, (dice: Dice) => Axis>

export type Species = keyof typeof SPECIES

/** Every species, in the order of the table. */
export const ALL_SPECIES = Object.keys(SPECIES) as [Species, ...Species[]]

/** The species at a place in the table, counted round: the nth category grows the nth species. */
export function speciesAt(index: number): Species {
  const count = ALL_SPECIES.length
  return ALL_SPECIES[((Math.trunc(index) % count) + count) % count] ?? ALL_SPECIES[0]
}

/** Chosen so that the categories the journal starts with grow five different species (the test names them). */
const SALT = 55

/** The species a category grows, known from its name alone. */
export function speciesFor(category: string): Species {
  return speciesAt(hashText(`${SALT} ${category}`))
}
