/**
 * The plants that stand where there is no image: which species grows where, and the address of a drawing. They
 * are drawn by the server (`platform/plants`).
 */

/** Neighbours in the table differ most in silhouette. */
export const PLANT_SPECIES = [
  ...(['fern', 'umbel', 'grass', 'orchid', 'vetch', 'palm'] as const),
  ...(['thistle', 'vine', 'conifer', 'lily', 'herb', 'moss'] as const),
] as const

export type PlantSpecies = (typeof PLANT_SPECIES)[number]

/**
 * Part of every address, because browsers keep a drawing for good: raised whenever plants are drawn differently.
 */
export const DRAWER_VERSION = 1

/** A 32-bit hash of any text (FNV-1a over UTF-16 units, then stirred so that near texts differ in every bit). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return stirred(hash)
}

/** The finisher of MurmurHash3. */
export function stirred(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** Chosen so that the categories the journal starts with grow five different species (the test names them). */
const SALT = 55

/** The species a category grows, known from its name alone. */
export const speciesFor = (category: string): PlantSpecies =>
  PLANT_SPECIES[hashText(`${SALT} ${category}`) % PLANT_SPECIES.length]!

const ADDRESS = new RegExp(`^/plants/${DRAWER_VERSION}/(${PLANT_SPECIES.join('|')})/([a-z0-9-]{1,64})\\.svg$`)

/** The address of the plant of an id or of a fixed word in lower case; without a species, the seed chooses one. */
export const plantUrl = (seed: string, species: PlantSpecies = speciesFor(seed)): string =>
  `/plants/${DRAWER_VERSION}/${species}/${seed}.svg`

/** What an address made by `plantUrl` asks for; undefined for any other. */
export function plantAt(url: string): { species: PlantSpecies; seed: string } | undefined {
  const [, species, seed] = ADDRESS.exec(url) ?? []
  return species === undefined || seed === undefined ? undefined : { species: species as PlantSpecies, seed }
}
