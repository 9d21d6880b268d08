/** English words in lower case that end as epithets do. */
const NO_EPITHETS = new Set(
  (
    'across area asparagus basis bonus campus canopus census chorus cactus citrus consensus corpus equilibrium ' +
    'flora fungus genus humus medium minimum maximum mucus nucleus opera opus optimum orchis pendulum petroleum plus ' +
    'premium radius radium selenium spectrum status stimulus surplus symposium thus thymus versus virus calcium ' +
    'cadmium lithium magnesium potassium sodium aluminium ammonium sodium stadium museum herbarium bacterium ' +
    'mycelium album forum momentum continuum vacuum quantum serum datum stratum sorghum geranium'
  ).split(' '),
)

const NAME = /(?<!\p{L})\p{Lu}\p{Ll}{2,30} (\p{Ll}{2,30}(?:-\p{Ll}{2,30})?)(?!\p{L})/gu

/** Endings that hardly an English word has. */
const LATIN =
  /(?:us|um|ii|ae|ensis|ense|oides|icus|ica|aris|are|ata|ana|osa|ola|ina|iva|ora|ula|aea|ea|ilis|alis|estris|anthus)$/

/** The places of Latin names in plain text, such as 'Phaseolus vulgaris', as start and end. A guess. */
export function latinNames(text: string): { start: number; end: number }[] {
  return [...text.matchAll(NAME)].flatMap((match) => {
    const epithet = match[1]!
    const isName = epithet.length > 3 && !NO_EPITHETS.has(epithet) && LATIN.test(epithet)
    return isName ? [{ start: match.index, end: match.index + match[0].length }] : []
  })
}
