import { expect, test } from 'vitest'
import { placeOfWork } from '../rules/articles/declared-works.ts'
import { Awards, Links } from './declared-works.ts'

test.each(['10.5061/dryad.1', 'https://zenodo.test/records/1', 'PRJNA123456'])(
  'what has been checked once can be sent: %s',
  (identifier) => {
    const links = Links.parse([{ kind: 'data', relation: 'generated', identifier, repository: 'Dryad' }])
    expect(links[0]).toMatchObject(placeOfWork(identifier))
    expect(Links.parse(links)).toEqual(links)
  },
)

test('a grant that has been checked once can be sent', () => {
  const awards = Awards.parse([{ funder: 'A', ror: '025h79t26', number: '7', doi: 'doi:10.35802/218300' }])
  expect(awards).toEqual([{ funder: 'A', ror: 'https://ror.org/025h79t26', number: '7', doi: '10.35802/218300' }])
  expect(Awards.parse(awards)).toEqual(awards)
})
