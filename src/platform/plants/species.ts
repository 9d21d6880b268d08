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
import type { PlantSpecies } from '../../contract/rules/site/plants.ts'
import type { Axis } from './plan.ts'
import type { Dice } from './random.ts'

/**
 * How each species plans one individual. A plan draws its traits once, so that all fronds of one fern are alike and
 * two ferns are not.
 */
export const SPECIES: Record<PlantSpecies, (dice: Dice) => Axis> = {
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
}
