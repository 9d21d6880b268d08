import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { root } from './site-build.ts'

const STYLESHEET = join(root, 'src', 'web', 'styles', 'fonts.css')
const FOLDER = join(root, '.react-router', 'fonts')

/** What text needs of a face's layout rules: kerning, ligatures, accents, and figures of one width. */
const FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum']

/** A face of the style sheet that is cut: its file's name is `<package's file>.<part>.woff2`. */
const CUT_FACE =
  /@font-face \{[^}]*?\.react-router\/fonts\/(?<source>(?<family>[\w-]+?)-(?:latin|greek|vietnamese)[\w-]*)\.(?<part>\w+)\.woff2'[^}]*?font-weight: (?<min>\d+) (?<max>\d+);[^}]*?unicode-range:(?<ranges>[^;]+);/g

/**
 * Cuts the type faces to what `fonts.css` says of each: its letters (`unicode-range`) and its weights. The
 * files are written to `.react-router/fonts`, where the style sheet and the preloads find them.
 */
export async function cutFonts(): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  mkdirSync(FOLDER, { recursive: true })
  for (const { groups } of readFileSync(STYLESHEET, 'utf8').matchAll(CUT_FACE)) {
    const { source, family, part, min, max, ranges } = groups as Record<string, string>
    const whole = readFileSync(resolve(`@fontsource-variable/${family}/files/${source}.woff2`))
    const cut = await subsetFont(whole, lettersOf(ranges!), {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: Number(min), max: Number(max) } },
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
