import { expect, test } from 'vitest'
import { isSameTitle } from './same-title.ts'

test.each([
  ['Flowering of Ferula assa-foetida', 'Flowering of <i>Ferula assa-foetida</i>'],
  ['  flowering   of ferula ASSA-FOETIDA ', 'Flowering of <i>Ferula assa-foetida</i>'],
  ['H2O and CO2 fluxes', 'H<sub>2</sub>O and CO<sub>2</sub> fluxes'],
  ['H₂O and CO₂ fluxes', 'H<sub>2</sub>O and CO<sub>2</sub> fluxes'],
  ['H2O and CO2 fluxes', 'H₂O and CO₂ fluxes'],
  ['Light & growth <5 °C', 'Light &amp; growth &lt;5 °C'],
  ["The author's 1-year trial", 'The author’s 1‑year trial'],
  ['KOVÁŘ', 'Kov\u0061\u0301r\u030c'],
  ['???', '???'],
])('"%s" is the title "%s"', (typed, title) => {
  expect(isSameTitle(typed, title)).toBe(true)
})

test.each([
  ['', 'Roots'],
  ['Root', 'Roots'],
  ['Flowering of', 'Flowering of <i>Ferula</i>'],
  ['!!!', '???'],
  ['', '???'],
])('"%s" is not the title "%s"', (typed, title) => expect(isSameTitle(typed, title)).toBe(false))
