import type { PlantSpecies } from '../../contract/rules/site/plants.ts'
import { grow, type Ink, type Stroke } from './grow.ts'
import { conifer, fern, moss } from './kinds/flowerless.ts'
import { grass, lily, orchid, palm } from './kinds/monocots.ts'
import { herb, thistle, umbel, vetch, vine } from './kinds/eudicots.ts'
import { type Extent, extentOf, mount } from './mount.ts'
import type { Axis } from './plan.ts'
import { type Dice, diceFor } from './random.ts'

/** How the flowers are inked: in their own colour, gone to seed in the plant's ink, or white. */
export type BloomRole = 'bloom' | 'seed' | 'pale'

/** A drawn plant: path data for each ink, on a grid of half units (480 by 640 for the sheet of 240 by 320). */
export interface PlantDrawing {
  paths: Record<Ink, string>
  bloom: BloomRole
  /** The paper strap that holds the plant, in units of the sheet; its tilt is in degrees. */
  strap: { x: number; y: number; tilt: number }
}

/** Path data may take this many characters; with its markup the picture then stays below 3.2 KB. */
const MAX_DATA = 2740
/** Specimens looked at before the first one is pruned instead. */
const SPECIMENS = 8

/**
 * Draws the plant of a seed: the same seed gives the same plant, everywhere and for ever.
 *
 * As a botanist picks the specimen to mount, a few individuals are grown and the first that suits the sheet
 * is taken. Should none suit, the first is pruned until it does.
 */
export function drawPlant(seed: string, species: PlantSpecies): PlantDrawing {
  for (let number = 0; number < SPECIMENS; number++) {
    const specimen = growSpecimen(species, seed, number, 1)
    if (!suitsSheet(specimen.extent)) continue
    const drawing = mountSpecimen(specimen)
    if (sizeOf(drawing) <= MAX_DATA) return drawing
  }
  for (let density = 0.9; ; density *= 0.9) {
    const drawing = mountSpecimen(growSpecimen(species, seed, 0, density))
    if (sizeOf(drawing) <= MAX_DATA) return drawing
  }
}

interface Specimen extends Omit<PlantDrawing, 'paths' | 'strap'> {
  strokes: Stroke[]
  extent: Extent
  /** The share of the sheet's space that it fills. */
  share: number
  tilt: number
}

function growSpecimen(species: PlantSpecies, seed: string, number: number, density: number): Specimen {
  const dice = diceFor(`${species} ${number} of ${seed}`)
  const bloom = dice.pick<BloomRole>(['bloom', 'bloom', 'bloom', 'seed', 'pale'])
  const share = dice.between(0.92, 1)
  const tilt = dice.whole(-11, 11)
  const plan = SPECIES[species](dice)
  const strokes = grow(plan, dice.between(-7, 7), dice, density)
  return { bloom, share, tilt, strokes, extent: extentOf(strokes) }
}

function mountSpecimen({ bloom, strokes, extent, share, tilt }: Specimen): PlantDrawing {
  const { paths, strap } = mount(strokes, extent, share)
  return { paths, bloom, strap: { ...strap, tilt } }
}

/** A sheet is upright: what spreads wider than it is tall, or hangs below its own foot, looks lost on it. */
function suitsSheet({ left, right, top, bottom }: Extent): boolean {
  return -top >= 0.9 * (right - left) && bottom <= -top * 0.02
}

function sizeOf({ paths }: PlantDrawing): number {
  return Object.values(paths).reduce((sum, path) => sum + path.length, 0)
}

/**
 * How each species plans one individual. A plan draws its traits once, so that all fronds of one fern are alike and
 * two ferns are not.
 */
const SPECIES: Record<PlantSpecies, (dice: Dice) => Axis> = {
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
