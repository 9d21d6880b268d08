import { expect, test } from 'vitest'
import { reviewerLines } from './reviewer-lines.ts'

const SARA = {
  fullName: 'Sara Lund',
  email: 'sara@lu.test',
  affiliation: 'Lund University',
  expertise: 'mosses, lichens',
}

test.each([
  ['an address in brackets', 'Sara Lund <sara@lu.test>, Lund University; mosses, lichens', SARA],
  [
    'quotes, and semicolons between keywords',
    '"Sara Lund" <mailto:sara@lu.test>, Lund University; mosses; lichens',
    SARA,
  ],
  ['commas', 'Sara Lund, sara@lu.test, Lund University; mosses, lichens', SARA],
  ['columns of a spreadsheet', 'Sara Lund\tLund University\tsara@lu.test\tmosses, lichens', SARA],
  [
    'a long affiliation',
    'Sara Lund <sara@lu.test>, Botany, Lund University, Sweden',
    { ...SARA, affiliation: 'Botany, Lund University, Sweden', expertise: '' },
  ],
  ['a name and an address', 'Sara Lund <sara@lu.test>', { ...SARA, affiliation: '', expertise: '' }],
  [
    'a family name first',
    'Lund, Sara <sara@lu.test>',
    { ...SARA, fullName: 'Lund, Sara', affiliation: '', expertise: '' },
  ],
  ['no address', 'Sara Lund, Lund University', { ...SARA, email: '', expertise: '' }],
  ['an address alone', 'sara@lu.test', { fullName: '', email: 'sara@lu.test', affiliation: '', expertise: '' }],
  [
    'brackets the wrong way round',
    'Sara >sara@lu.test<',
    { fullName: '', email: 'Sarasara@lu.test', affiliation: '', expertise: '' },
  ],
])('a line with %s', (_what, line, person) => expect(reviewerLines(line)).toEqual([person]))

test('blank lines are left out, whatever ends a line', () => {
  expect(reviewerLines('\r\nA <a@x.test>\n \nB <b@x.test>\r').map(({ fullName }) => fullName)).toEqual(['A', 'B'])
})
