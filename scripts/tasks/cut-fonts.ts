import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { root } from './site-build.ts'

const STYLES = join(root, 'src', 'web', 'styles')
const STYLESHEETS = ['fonts.css', 'reading-fonts.css']
const FOLDER = join(root, '.react-router', 'fonts')

/**
 * What text needs of a face's layout rules: kerning, ligatures, accents, figures of one width; and formulas: letters
 * for indices, and without the dot below an accent.
 */
const FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'ssty', 'dtls', 'flac']

/**
 * A face of a style sheet that is cut: its file's name is `<package's file>.<part>.woff2`. One with a range of weights
 * is variable.
 */
const CUT_FACE =
  /@font-face \{[^}]*?\.react-router\/fonts\/(?<source>(?<family>[\w-]+?)-(?:latin|greek|vietnamese)[\w-]*)\.(?<part>\w+)\.woff2'[^}]*?font-weight: (?<min>\d+)(?: (?<max>\d+))?;[^}]*?unicode-range:(?<ranges>[^;]+);/g

/**
 * Cuts the type faces to what the style sheets say of each: its letters (`unicode-range`) and its weights. The
 * files are written to `.react-router/fonts`, where the style sheets and the preloads find them.
 */
export async function cutFonts(): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  mkdirSync(FOLDER, { recursive: true })
  const styles = STYLESHEETS.map((name) => readFileSync(join(STYLES, name), 'utf8')).join('\n')
  for (const { groups } of styles.matchAll(CUT_FACE)) {
    const { source, family, part, min, max, ranges } = groups as Record<string, string | undefined>
    const scope = max ? '@fontsource-variable' : '@fontsource'
    const whole = readFileSync(resolve(`${scope}/${family}/files/${source}.woff2`))
    const cut = await subsetFont(whole, lettersOf(ranges!), {
      targetFormat: 'woff2',
      ...(max ? { variationAxes: { wght: { min: Number(min), max: Number(max) } } } : {}),
      keepFeatures: FEATURES,
      noHinting: true,
    })
    writeFileSync(join(FOLDER, `${source}.${part}.woff2`), cut)
  }
}

/** 'U+0020-007E, U+00A0' → all of these letters. */
function lettersOf(ranges: string): string {
  let letters = ''
  for (const [, first, last = first] of ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)) {
    for (let code = parseInt(first!, 16); code <= parseInt(last!, 16); code++) letters += String.fromCodePoint(code)
  }
  return letters
}
