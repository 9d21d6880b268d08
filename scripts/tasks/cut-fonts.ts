import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { root } from './site-build.ts'

const FOLDER = join(root, '.react-router', 'fonts')

/**
 * What text needs of a face's layout rules: kerning, ligatures, accents, figures of one width; and formulas: letters
 * for indices, and without the dot below an accent.
 */
const FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'ssty', 'dtls', 'flac']

/**
 * The letters of each part of a face: a page loads the parts whose letters it has. `basic` has what English text and
 * most Latin names need, the next ones Western and Central European names, `greek` the letters of the sciences.
 * `formulas` has letters, and every sign that stretches: browsers take its measures from the part that has the space.
 * `signs` has the bold, script and double-struck letters of vectors, matrices and sets.
 */
const LETTERS = {
  basic: `0020-0023 0025-005B 005D 005F 0061-007A 007E 00A0 00A9 00AE 00B0-00B1 00B5 00B7 00D7 00E0-00E1
    00E3-00E5 00E7-00EA 00ED 00F1 00F3-00F4 00F6 00F8 00FA 00FC-00FD 2009 2010-2014 2018-2019
    201C-201D 2020 2022 2026 202F 2032-2033 2122 2212`,
  western: `0024 005C 005E 0060 007B-007D 00A1-00A8 00AA-00AD 00AF 00B2-00B4 00B6 00B8-00D6 00D8-00DF 00E2
    00E6 00EB-00EC 00EE-00F0 00F2 00F5 00F7 00F9 00FB 00FE-00FF 0131 0152-0153 02BB-02BC 02C6 02DA
    02DC 0304 0308 0329 2000-2008 200A-200F 2015-2017 201A-201B 201E-201F 2021 2023-2025 2027-202E
    2030-2031 2034-206F 20AC 2191 2193 2215 FEFF FFFD`,
  central: `0102-0107 010C-0111 0118-011B 011E-011F 0130 0139-013A 013D-013E 0141-0144 0147-0148 0150-0151
    0154-0155 0158-015B 015E-0165 016E-0171 0179-017E 0218-021B`,
  rest: `0100-0101 0108-010B 0112-0117 011C-011D 0120-012F 0132-0138 013B-013C 013F-0140 0145-0146
    0149-014F 0156-0157 015C-015D 0166-016D 0172-0178 017F-0217 021C-02BA 02BD-02C5 02C7-02CC
    02CE-02D7 02DD-02FF 1D00-1DBF 1E00-1E9F 1EF2-1EFF 20A0-20AB 20AD-20C0 2113 2C60-2C7F A720-A7FF`,
  vietnamese: `01A0-01A1 01AF-01B0 0300-0301 0303 0309 0323 1EA0-1EF9 20AB`,
  greek: `0394 03A3 03A9 03B1-03C9`,
  moreGreek: `0370-0377 037A-037F 0384-038A 038C 038E-0393 0395-03A1 03A4-03A8 03AA-03B0 03CA-03FF`,
  formulas: `0020-007E 00A0 00A8 00AC 00AF-00B1 00B4 00B7 00D7 00F7 0131 0237 0302-0304 0307 030C 0391-03A9
    03B1-03C9 03D1 03D5 03F5 2009 2010-2016 2018-201D 2022 2026 2032-2033 2044 2061-2064 20D7 210E
    2190-2194 21CC 21D0-21D4 2200 2202-2203 2205-2209 220F-2213 2217-221A 221D-221E 2223 2225
    2227-222C 222E 223C 2243 2245 2248 2260-2261 2264-2265 226A-226B 2282-2283 2286-2287 2295 2297
    22C5 22EE-22EF 2308-230B 239B-23AE 23DC-23DF 27E8-27E9 1D434-1D467 1D6E2-1D71B`,
  signs: `00A1-00A7 00A9-00AB 00AD-00AE 00B2-00B3 00B5-00B6 00B8-00D6 00D8-00F6 00F8-00FF 0300-0301 0306
    0308 030A-030B 0332 0338 03D6 03F0-03F1 2020-2021 2034 2102 210B-210D 210F-2113 2115 2119-211D
    2124 2127-2128 212B-2131 2133-2134 2195-2199 21A6 2201 2204 220A-220D 2215-2216 2220 2224 2226
    222D 2234-2235 224D 2250-2252 2259-225C 2262 2272-2273 227A-227B 2284-2285 2296 2298-2299
    22A2-22A5 22C0-22C4 22C6 22F0-22F1 25A0-25A1 25B3 25CB 2A7D-2A7E 1D400-1D433 1D468-1D4CF
    1D538-1D56B 1D6A4-1D6A5 1D6A8-1D6E1 1D71C-1D755`,
}
type Part = keyof typeof LETTERS

/** The parts of a text face, each in a file of its package; one that is cut has a name of its own. */
const LATIN: [Part, file: string, cutName?: string][] = [
  ['basic', 'latin', 'basic'],
  ['western', 'latin', 'western'],
  ['central', 'latin-ext', 'central'],
  ['rest', 'latin-ext', 'rest'],
  ['vietnamese', 'vietnamese'],
]
const GREEK: typeof LATIN = [
  ['greek', 'greek', 'letters'],
  ['moreGreek', 'greek'],
]
const FORMULAS: typeof LATIN = [
  ['formulas', 'latin', 'formulas'],
  ['signs', 'latin', 'letters'],
]

/** Text faces are variable; that of formulas, which a page without any does not load, has one weight. */
const FACES = [
  { family: 'Brygada 1918', style: 'normal', weights: [400, 700], parts: [...LATIN, ...GREEK] },
  { family: 'Brygada 1918', style: 'italic', weights: [400, 700], parts: [...LATIN, ...GREEK] },
  { family: 'Public Sans', style: 'normal', weights: [400, 700], parts: LATIN },
  { family: 'STIX Two Math', style: 'normal', weights: [400], parts: FORMULAS },
]

/** Fonts of the device in the measures of ours (Capsize), so that nothing moves when ours have loaded. */
const FALLBACKS = [
  { family: 'Brygada Fallback', local: ['Georgia'], ascent: 87.82, descent: 23.87, size: 104.76 },
  {
    family: 'Brygada Fallback 2',
    local: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif'],
    ...{ ascent: 80.03, descent: 21.75, size: 114.95 },
  },
  {
    family: 'Public Sans Fallback',
    local: ['Arial', 'ArialMT', 'Liberation Sans'],
    ...{ ascent: 90.59, descent: 21.46, size: 104.87 },
  },
]

/**
 * Cuts the type faces to the letters and weights above. The files are written to `.react-router/fonts`, where the
 * preloads find them, with the style sheets that name them: `text.css`, and `formulas.css` for pages that have any.
 */
export async function cutFonts(): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  mkdirSync(FOLDER, { recursive: true })
  const styles = { text: '', formulas: '' }
  for (const { family, style, weights, parts } of FACES) {
    const name = family.toLowerCase().replaceAll(' ', '-')
    const [min, max] = weights as [number, number?]
    for (const [part, subset, cutName] of parts) {
      const file = `${name}-${subset}-${max ? 'wght' : min}-${style}`
      const path = `${max ? '@fontsource-variable' : '@fontsource'}/${name}/files/${file}.woff2`
      if (cutName) {
        const cut = await subsetFont(readFileSync(resolve(path)), lettersOf(LETTERS[part]), {
          targetFormat: 'woff2',
          ...(max ? { variationAxes: { wght: { min, max } } } : {}),
          keepFeatures: FEATURES,
          // Without the few instructions of the text faces, Linux draws single letters bolder than others.
          noHinting: !max,
        })
        writeFileSync(join(FOLDER, `${file}.${cutName}.woff2`), cut)
      }
      styles[parts === FORMULAS ? 'formulas' : 'text'] += `@font-face {
  font-family: '${family}';
  src: url('${cutName ? `./${file}.${cutName}.woff2` : path}') format('woff2');
  font-weight: ${weights.join(' ')};
  font-style: ${style};
  font-display: swap;
  unicode-range: ${rangesOf(LETTERS[part]).map((range) => `U+${range}`)};
}
`
    }
  }
  for (const { family, local, ascent, descent, size } of FALLBACKS)
    styles.text += `@font-face {
  font-family: '${family}';
  src: ${local.map((font) => `local('${font}')`)};
  ascent-override: ${ascent}%;
  descent-override: ${descent}%;
  line-gap-override: 0%;
  size-adjust: ${size}%;
}
`
  for (const [name, sheet] of Object.entries(styles)) writeFileSync(join(FOLDER, `${name}.css`), sheet)
}

const rangesOf = (letters: string) => letters.trim().split(/\s+/)

/** '0020-007E 00A0' → all of these letters. */
function lettersOf(ranges: string): string {
  let letters = ''
  for (const range of rangesOf(ranges)) {
    const [first, last = first] = range.split('-')
    for (let code = parseInt(first!, 16); code <= parseInt(last!, 16); code++) letters += String.fromCodePoint(code)
  }
  return letters
}
