import { describe, expect, test } from 'vitest'
import { likenessOf, mailboxOf, nameFits, type Identity } from './same-person.ts'

describe('a name', () => {
  test.each([
    ['Marta Kowalska', 'Marta Kowalska', 'full'],
    ['Marta Kowalska', 'Kowalska, Marta', 'full'],
    ['Marta Kowalska', 'KOWALSKA Marta', 'full'],
    ['Marta Kowalska', 'kowalska marta', 'full'],
    ['Marta Kowalska', 'Dr. Marta Kowalska, PhD', 'full'],
    ['Marta Kowalska', 'Marta Anna Kowalska', 'full'],
    ['Marta A. Kowalska', 'Marta Anna Kowalska', 'full'],
    ['Marta A. Kowalska', 'Marta B. Kowalska', null],
    ['Marta B. Kowalska', 'Marta Anna Kowalska', null],
    ['Marta Kowalska', 'M. Kowalska', 'initials'],
    ['Marta Kowalska', 'Kowalska M', 'initials'],
    ['Marta Kowalska', 'Kowalska MA', 'initials'],
    ['Marta Anna Kowalska', 'Kowalska MA', 'initials'],
    ['M. Kowalska', 'M. Kowalska', 'initials'],
    ['M. Anna Kowalska', 'Marta A. Kowalska', 'initials'],
    ['Marta Kowalska', 'A. Kowalska', null],
    ['Marta Kowalska', 'Anna Kowalska', null],
    ['Marta Kowalska', 'Kowalska', null],
    ['Marta Kowalska', 'Marta', null],
    ['M. Kowalska', 'A. Kowalska', null],
    ['Łukasz Żak', 'Lukasz Zak', 'full'],
    ['Jörg Müller', 'Joerg Mueller', 'full'],
    ['Jörg Müller', 'Jorg Muller', 'full'],
    ['Søren Ærø', 'Soren Aero', 'full'],
    ['Юрий Петров', 'Yuri Petrov', 'full'],
    ['Петров Юрий', 'Yuriy Petrov', 'full'],
    ['Γιώργος Νίκος', 'Giorgos Nikos', 'full'],
    ['Jean-Pierre Dubois', 'Jean Pierre Dubois', 'full'],
    ['Jean-Pierre Dubois', 'J.-P. Dubois', 'initials'],
    ['Wei-Ming Zhang', 'Zhang Weiming', 'full'],
    ['LI Wei', 'Wei Li', 'full'],
    ['Ludwig van der Berg', 'L. Berg', 'initials'],
    ['Nguyễn Thị Hòa', 'Hoa Thi Nguyen', 'full'],
    ["Siobhán O'Brien", 'Siobhan OBrien', 'full'],
    ['张伟', '张伟', 'full'],
    ['张伟', '李娜', null],
    ['Theophrastus', 'Theophrastus', 'full'],
    ['Reviewer 1', 'Reviewer 2', null],
    ['', '', null],
    ['—', '...', null],
  ] as const)('"%s" beside "%s": %s', (one, other, fits) => {
    expect(nameFits(one, other)).toBe(fits)
    expect(nameFits(other, one)).toBe(fits)
  })

  test('is text, never a pattern', () => {
    expect(nameFits('.* (a+)+$', 'Marta Kowalska')).toBeNull()
    expect(nameFits('[Marta Kowalska', 'Marta Kowalska')).toBe('full')
  })
})

test.each([
  ['Marta.Kowalska+journals@gmail.com', 'martakowalska@gmail.com'],
  ['marta.kowalska@googlemail.com', 'martakowalska@gmail.com'],
  ['marta.kowalska+x@uw.edu.pl', 'marta.kowalska@uw.edu.pl'],
  ['+x@uw.edu.pl', '+x@uw.edu.pl'],
  ['nothing', 'nothing'],
])('the mailbox of %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))

describe('two people', () => {
  const marta: Identity = { fullName: 'Marta Kowalska', emails: ['marta.kowalska@uw.edu.pl'], orcid: null }
  const ORCID = ['0000-0002-1825-0097', '0000-0001-5109-3700'] as const
  test.each<[string, Partial<Identity>, Partial<Identity>, string | null]>([
    ['share an ORCID iD', { orcid: ORCID[0] }, { fullName: 'Someone', emails: [], orcid: ORCID[0] }, 'same: ORCID iD'],
    ['share an account', { userId: 'u' }, { fullName: 'Someone', emails: [], userId: 'u' }, 'same: account'],
    ['have no account', { userId: null }, { fullName: 'Someone', emails: [], userId: null }, null],
    [
      'share a mailbox',
      { emails: ['m.kowalska@gmail.com'] },
      { fullName: 'X', emails: ['mkowalska+j@googlemail.com'] },
      'same: email address',
    ],
    [
      'have one address at two departments',
      {},
      { fullName: 'Someone Else', emails: ['marta.kowalska@biol.uw.edu.pl'] },
      'likely: email address',
    ],
    [
      'have one name and one address at two providers',
      {},
      { fullName: 'M. Kowalska', emails: ['martakowalska@yahoo.com'] },
      'likely: email address',
    ],
    ['have one address at two providers alone', {}, { fullName: 'Ann Lee', emails: ['martakowalska@yahoo.com'] }, null],
    [
      'have an address that anybody may have',
      { emails: ['office@uw.edu.pl'] },
      { fullName: 'Ann Lee', emails: ['office@bio.uw.edu.pl'] },
      null,
    ],
    ['have a name', {}, { fullName: 'Kowalska, Marta', emails: ['x@kew.org'] }, 'likely: name'],
    ['have a name and two ORCID iDs', { orcid: ORCID[0] }, { emails: ['x@kew.org'], orcid: ORCID[1] }, 'hint: name'],
    ['have a name with initials', {}, { fullName: 'M. Kowalska', emails: ['x@kew.org'] }, 'hint: name'],
    ['have it at one university', {}, { fullName: 'M. Kowalska', emails: ['x@bio.uw.edu.pl'] }, 'likely: name'],
    [
      'have it at one institution',
      { institutions: ['university of warsaw'] },
      { fullName: 'Kowalska M', emails: [], institutions: ['university of warsaw'] },
      'likely: name',
    ],
    ['have nothing', {}, { fullName: 'Ann Lee', emails: ['ann@uw.edu.pl'] }, null],
  ])('%s', (_what, one, other, expected) => {
    const alike = likenessOf({ ...marta, ...one }, { ...marta, ...other })
    expect(alike && `${alike.likeness}: ${alike.by}`).toBe(expected)
    const turned = likenessOf({ ...marta, ...other }, { ...marta, ...one })
    expect(turned).toEqual(alike)
  })
})
