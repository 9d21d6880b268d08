import { expect, test } from 'vitest'
import { identifierOf, placeOfWork } from './declared-works.ts'

test.each([
  ['10.5061/dryad.1', { doi: '10.5061/dryad.1' }],
  [' doi:10.5061/dryad.1', { doi: '10.5061/dryad.1' }],
  ['https://dx.doi.org/10.5061/dryad.1', { doi: '10.5061/dryad.1' }],
  ['https://zenodo.test/records/1', { url: 'https://zenodo.test/records/1' }],
  ['PRJNA123456', { accession: 'PRJNA123456' }],
  ['javascript:alert(1)', { accession: 'javascript:alert(1)' }],
])('%j is kept as what it is', (typed, place) => {
  expect(placeOfWork(typed)).toEqual({ doi: null, accession: null, url: null, ...place })
  expect(identifierOf(placeOfWork(typed))).toBe(Object.values(place)[0])
})
