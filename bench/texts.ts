import type { Random } from './random.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)
const lines = (text: string): string[] => text.trim().split(/\n\s*/)

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
  Salt stress alters Δ¹³C and stomatal conductance in
  Effects of elevated CO<sub>2</sub> on the pollen of
  Arbuscular mycorrhiza and phosphorus uptake in
  Étude caryologique et répartition de
  Φωτοσύνθεση and the leaf economics of`)
const SETTINGS = lines(`under a warmer spring
  along an altitudinal gradient
  after repeated mowing
  in fragmented grasslands
  on serpentine soils
  in urban parks
  with and without nitrogen (β-aminobutyric acid treated controls)
  over thirty years of herbarium records
  in semi-arid woodland
  at its northern limit`)
const PLACES = lines(`the Kırklareli hills, Türkiye
  Tōhoku, Japan
  the Salt Range, Pakistan
  Třeboň Basin, Czechia
  Øvre Anárjohka, Norway
  the Πίνδος mountains, Greece
  Minas Gerais, Brazil
  the Cévennes, France
  Kandy District, Sri Lanka
  the Kruger lowveld, South Africa
  Łódź Voivodeship, Poland
  Đà Lạt, Việt Nam
  Gilgit-Baltistan, Pakistan
  the Azores, Portugal
  the Mascarene Islands
  Västra Götaland, Sweden`)
const GIVEN = words(`Ayesha Bruno Chloé Dmitri Elif Fatima Göran Hoa Inés João Kōji Leila Małgorzata Nikos Ólafur Priya
  Quentin Rosa Søren Thị Ursula Václav Wei Ximena Yusuf Zoë Αλέξης Ελένη`)
const FAMILY = words(`Malik Kovář Dubois Ivanov Yılmaz Khan Öberg Nguyễn García Silva Tanaka Rahimi Wiśniewska
  Papadopoulos Jónsdóttir Sharma Lefèvre Gardener Sørensen Trần Müller Novák Zhang Hernández Öztürk Žukauskas Παππάς
  Subramaniam`)
const DEPARTMENTS = words('Botany Ecology Genetics Horticulture Physiology Agronomy Systematics Biotechnology').map(
  (subject) => `Department of ${subject}`,
)
const CITIES = lines(`Multan, Pakistan
  Brno, Czechia
  Uppsala, Sweden
  Θεσσαλονίκη, Greece
  Kandy, Sri Lanka
  São Paulo, Brazil
  İzmir, Türkiye
  Kraków, Poland
  Hà Nội, Việt Nam
  Sendai, Japan
  Montpellier, France
  Reykjavík, Iceland`)
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
  `${random.of(TOPICS)} <i>${random.of(GENERA)} ${random.of(SPECIES)}</i> ${random.of(SETTINGS)}, ${random.of(PLACES)}`

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
  if (random.next() < 0.5) return `<p>${prose(random, length)}</p>`
  return ['Background', 'Methods', 'Results', 'Conclusions']
    .map((part) => `<h3>${part}</h3><p>${prose(random, length / 4)}</p>`)
    .join('')
}

export const nameOf = (random: Random) => ({ givenNames: random.of(GIVEN), familyName: random.of(FAMILY) })

export function affiliationPartsOf(random: Random) {
  const [city, country] = random.of(CITIES).split(', ') as [string, string]
  return { department: random.of(DEPARTMENTS), institution: `University of ${city}`, city, country }
}
