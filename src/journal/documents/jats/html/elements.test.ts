import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TABLES } from './blocks.ts'
import { MATHML } from './mathml.ts'
import { LEFT_OUT, PARTS } from './plain.ts'

const page = readFileSync(join(import.meta.dirname, 'ELEMENTS.md'), 'utf8')
const sections = page.split(/^## /m)
/** The elements in the first column of the table of a section. */
const listed = (title: string): string[] =>
  sections
    .find((section) => section.startsWith(title))!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => line.split('|')[1]!.match(/(?<=`)[^` ]+(?=`)/g) ?? [])

const [shown, formulas, leftOut] = ['What is shown', 'Formulas', 'What is left out'].map(listed)
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

test('no element is listed twice', () => {
  const all = [...shown!, ...formulas!, ...leftOut!]
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
})

test('the page lists what the code shows', () => {
  const code = [...Object.keys(TABLES.inline), ...Object.keys(TABLES.block), ...PARTS]
  expect(sorted(shown!)).toEqual(sorted(code))
})

test('the page lists what of formulas the code draws', () => {
  const drawn = MATHML.filter((name) => name !== 'math' && !(name in LEFT_OUT))
  expect(sorted(formulas!)).toEqual(sorted(drawn))
})

test('the page lists what the code leaves out', () => {
  expect(sorted(leftOut!)).toEqual(sorted(Object.keys(LEFT_OUT)))
})
