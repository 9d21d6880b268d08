const words = (text: string): string[] => text.trim().split(/\s+/)
const lines = (text: string): string[] => text.trim().split(/\n\s*/)

/**
 * Letters beyond western Latin come as rarely as in the articles of a general botanical journal: each alphabet
 * is a further part of the type faces that readers load.
 */
interface Choice {
  usual: readonly string[]
  rare: readonly string[]
  share: number
}
const chosen = (random: Random, { usual, rare, share }: Choice): string =>
  random.of(random.next() < share ? rare : usual)

const GENERA = words(`Silene Ocimum Quercus Triticum Arabidopsis Phalaenopsis Adiantum Pinus Mentha Solanum Salvia
  Carex Festuca Rosa Viola Euphorbia Astragalus Ficus Acacia Gentiana Primula Ranunculus Senecio Saxifraga Dracaena`)
const SPECIES =
  words(`vulgaris alpina sativa officinalis tomentosa repens arvensis maritima montana palustris sylvestris
  nivalis indica graeca pratensis rotundifolia spinosa hirsuta lutea nigra perennis tenuifolia aquatica bicolor`)
const TOPICS = lines(`Earlier flowering of
  Drought tolerance in roots of
  Genome-wide identification of WRKY transcription factors in
  Seed dormancy and germination of
  Antioxidant activity of leaf extracts from
  Micropropagation and acclimatisation of
  Phylogeography and cryptic diversity of
  Salt stress alters stomatal conductance in
  Effects of elevated CO<sub>2</sub> on the pollen of
  Arbuscular mycorrhiza and phosphorus uptake in`)
const SETTINGS = lines(`under a warmer spring
  along an altitudinal gradient
  after repeated mowing
  in fragmented grasslands
  on serpentine soils
  in urban parks
  with and without nitrogen
  over thirty years of herbarium records
  in semi-arid woodland
  at its northern limit`)
const PLACES: Choice = {
  usual: lines(`the Salt Range, Pakistan
    northern Honshu, Japan
    Minas Gerais, Brazil
    the Cévennes, France
    Kandy District, Sri Lanka
    the Kruger lowveld, South Africa
    Gilgit-Baltistan, Pakistan
    the Azores, Portugal
    the Mascarene Islands
    Skåne, Sweden`),
  rare: lines(`the Kırklareli hills, Türkiye
    Tōhoku, Japan
    Třeboň Basin, Czechia
    the Πίνδος mountains, Greece
    Łódź Voivodeship, Poland
    Đà Lạt, Việt Nam`),
  share: 0.02,
}
const GIVEN: Choice = {
  usual:
    words(`Ayesha Bruno Chloe Dmitri Elif Fatima Hugo Ines Jana Kenji Leila Marta Nikos Olaf Priya Quentin Rosa Sven
    Ursula Wei Ximena Yusuf Amit Anna Carlos Daniel Emma Göran José Zoë`),
  rare: words(`Kōji Małgorzata Ólafur Søren Thị Václav Αλέξης Ελένη`),
  share: 0.003,
}
const FAMILY: Choice = {
  usual: words(`Malik Dubois Ivanov Khan Garcia Silva Tanaka Rahimi Papadopoulos Sharma Gardener Zhang Subramaniam Novak
    Schmidt Rossi Ahmed Kim Perera Santos Johansson Brown Okafor Hassan Lefèvre Müller Öberg Hernández`),
  rare: words(`Kovář Yılmaz Nguyễn Wiśniewska Jónsdóttir Trần Öztürk Žukauskas Παππάς`),
  share: 0.003,
}
const DEPARTMENTS = words('Botany Ecology Genetics Horticulture Physiology Agronomy Systematics Biotechnology').map(
  (subject) => `Department of ${subject}`,
)
const CITIES: Choice = {
  usual: lines(`Multan, Pakistan
    Brno, Czechia
    Uppsala, Sweden
    Kandy, Sri Lanka
    Campinas, Brazil
    Ankara, Türkiye
    Pretoria, South Africa
    Sendai, Japan
    Montpellier, France
    São Paulo, Brazil`),
  rare: lines(`Θεσσαλονίκη, Greece
    İzmir, Türkiye
    Kraków, Poland
    Hà Nội, Việt Nam`),
  share: 0.003,
}
const SENTENCE =
  words(`plants leaves roots soil water light growth samples treatment control seedlings measured increased
  decreased significantly compared with between among sites years under conditions showed higher lower concentration
  biomass of the and in were was that which from after during species population genetic variation response stress
  flowering temperature nitrogen chlorophyll content activity expression genes results suggest may however field`)
const KEYWORDS = words(`phenology drought germination phylogeny conservation endemism mycorrhiza herbarium pollination
  tissue-culture allelopathy photosynthesis taxonomy salinity`)

export const CATEGORIES = lines(`Botany
  Plant Physiology
  Ecology and Climate Effects
  Plant Tissue Culture
  Genetics and Systematics
  Ethnobotany
  Mycology
  Conservation Biology
  Crop Science
  Plant Pathology
  Phytochemistry
  Seed Biology`)

export const titleOf = (random: Random): string =>
  `${random.of(TOPICS)} <i>${random.of(GENERA)} ${random.of(SPECIES)}</i> ${random.of(SETTINGS)}, ${chosen(random, PLACES)}`

export const keywordsOf = (random: Random): string =>
  [...new Set(Array.from({ length: random.between(3, 6) }, () => random.of(KEYWORDS)))].join(', ')

/** Sentences of about this many characters. */
export function prose(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    const sentence = Array.from({ length: random.between(8, 24) }, () => random.of(SENTENCE)).join(' ')
    text += `${text && ' '}${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`
  }
  return text
}

/** As long as abstracts of plant science are: 1,700 characters on average, some in four parts. */
export function abstractOf(random: Random): string {
  const length = random.between(900, 2500)
  const greek = random.next() < 0.05 ? ' The content of β-carotene was 12 µg per gram.' : ''
  if (random.next() < 0.5) return `<p>${prose(random, length)}${greek}</p>`
  return ['Background', 'Methods', 'Results', 'Conclusions']
    .map((part) => `<h3>${part}</h3><p>${prose(random, length / 4)}</p>`)
    .join('')
}

export const nameOf = (random: Random) => ({ givenNames: chosen(random, GIVEN), familyName: chosen(random, FAMILY) })

export function affiliationPartsOf(random: Random) {
  const [city, country] = chosen(random, CITIES).split(', ') as [string, string]
  return { department: random.of(DEPARTMENTS), institution: `University of ${city}`, city, country }
}

/** A source of numbers that gives the same ones for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from `min` to `max`, both inclusive. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  of<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)]!
  }

  /** As the journal's own ids look: 12 characters. */
  id(): string {
    return Array.from({ length: 12 }, () => this.of(ID_CHARACTERS)).join('')
  }
}

const ID_CHARACTERS = [...'23456789bcdfghjkmnpqrstvwxz']
