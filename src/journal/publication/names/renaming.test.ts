import { describe, expect, test } from 'vitest'
import { abbreviations, wordsAsText, wordsIn } from '../../../contract/rules/people/abbreviated.ts'
import { decodedXml, markupPieces } from './markup-pieces.ts'
import { type NamedPerson, Renaming } from './renaming.ts'

const AYESHA: NamedPerson = {
  ...{ fullName: 'Ayesha Malik', familyName: 'Malik', givenNames: 'Ayesha', email: 'ayesha.malik@plants.test' },
}
const ZARA: NamedPerson = {
  ...{ fullName: 'Zara Rahimi', familyName: 'Rahimi', givenNames: 'Zara', email: 'zara@plants.test' },
}
const renaming = new Renaming(AYESHA, ZARA, abbreviations(AYESHA, ZARA))

describe('in a text', () => {
  test.each([
    ['We thank Ayesha Malik.', 'We thank Zara Rahimi.'],
    ['AYESHA MALIK and Bruno', 'ZARA RAHIMI and Bruno'],
    ['Malik, Ayesha; Kovář, Bruno', 'Rahimi, Zara; Kovář, Bruno'],
    ['Ayesha\u00a0Malik wrote it', 'Zara Rahimi wrote it'],
    ['Ayésha Malik', 'Zara Rahimi'],
    ['A. Malik designed, B. Kovář sampled', 'Z. Rahimi designed, B. Kovář sampled'],
    ['Malik A, Kovář B. Roots.', 'Rahimi Z, Kovář B. Roots.'],
    ['Write to ayesha.malik@plants.test.', 'Write to zara@plants.test.'],
    // Others of the name.
    ['Amir Malik and Ayesha Khan', 'Amir Malik and Ayesha Khan'],
    ['the Malik lab', 'the Malik lab'],
  ])('%s', (before, after) => {
    expect(renaming.text(before)).toBe(after)
    expect(renaming.text(after)).toBe(after)
  })

  test('a new name that holds the former one is written once', () => {
    const longer = { ...AYESHA, fullName: 'Ayesha Malik Khan', familyName: 'Malik Khan', email: null }
    const one = new Renaming(AYESHA, longer, [{ from: 'A. Malik', to: 'A. Malik Khan' }])
    const once = one.text('Ayesha Malik and A. Malik; Malik, Ayesha')
    expect(once).toBe('Ayesha Malik Khan and A. Malik Khan; Malik Khan, Ayesha')
    expect(one.text(once)).toBe(once)
  })

  test('words are replaced as they are agreed on, whole', () => {
    const one = new Renaming(AYESHA, ZARA, [{ from: 'Malik', to: 'Rahimi' }])
    expect(one.text('Malik et al.; Maliki; the MalikA')).toBe('Rahimi et al.; Maliki; the MalikA')
  })
})

describe('in markup', () => {
  test('texts, attributes, comments and parts of names; nothing else', () => {
    const xml = `<?xml version="1.0"?><article><!-- Ayesha Malik --><contrib><name name-style="western"><surname>Malik</surname>
<given-names>Ayesha</given-names></name><email xlink:href="mailto:ayesha.malik@plants.test">ayesha.malik@plants.test</email></contrib>
<contrib><name><surname>Malik</surname><given-names>Amir</given-names></name></contrib>
<p>Ayesha Malik &amp; Bruno &lt;b</p><![CDATA[Ayesha Malik]]><name><surname>Malik</surname><given-names>A.</given-names></name></article>`
    const renamed = renaming.markup(xml)
    expect(renamed).toBe(
      xml
        .replace('<!-- Ayesha Malik -->', '<!-- Zara Rahimi -->')
        .replace('<surname>Malik</surname>\n<given-names>Ayesha', '<surname>Rahimi</surname>\n<given-names>Zara')
        .replaceAll('ayesha.malik@plants.test', 'zara@plants.test')
        .replace('<p>Ayesha Malik', '<p>Zara Rahimi')
        .replace('[Ayesha Malik]', '[Zara Rahimi]')
        .replace('<surname>Malik</surname><given-names>A.', '<surname>Rahimi</surname><given-names>Z.'),
    )
    expect(renaming.markup(renamed)).toBe(renamed)
  })

  test('letters that are written as numbers hide nothing, and stay where no name is', () => {
    const bruno = new Renaming(
      { fullName: 'Bruno Kovář', familyName: 'Kovář', givenNames: 'Bruno', email: null },
      { fullName: 'Bruna Nová', familyName: 'Nová', givenNames: 'Bruna', email: null },
      [],
    )
    expect(bruno.markup('<p>Bruno Kov&#225;&#x159;</p><p>caf&#233;</p>')).toBe('<p>Bruna Nová</p><p>caf&#233;</p>')
  })

  test('pieces are the whole source, however broken it is', () => {
    for (const source of ['', '<', 'a<b', '<!-- x', '<![CDATA[ ]>', '<a><b/>c<!---->d]]></a>']) {
      const pieces = markupPieces(source)
      expect(pieces.map(({ text }) => text).join('')).toBe(source)
    }
  })

  test('files in other encodings are read by what they declare', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><p>José</p>', 'latin1')
    expect(decodedXml(latin)).toBe('<?xml version="1.0" encoding="UTF-8"?><p>José</p>')
    expect(() => decodedXml(Buffer.from([0x3c, 0xff, 0x3e]))).toThrow()
  })
})

test('in JSON, people and texts at any depth', () => {
  const record = {
    title: 'Of <i>Malik</i>',
    contributors: [
      { role: 'Author', contributor: { ...AYESHA, isGroup: false, affiliation: 'Malik Institute' } },
      { role: 'Author', contributor: { fullName: 'Amir Malik', familyName: 'Malik', givenNames: 'Amir' } },
    ],
    acknowledgements: 'Ayesha Malik thanks her mother.',
    authors: [{ family: 'Malik', given: 'Ayesha' }],
    number: 3,
    nothing: null,
  }
  expect(JSON.parse(renaming.json(JSON.stringify(record)))).toEqual({
    ...record,
    contributors: [
      { role: 'Author', contributor: { ...ZARA, isGroup: false, affiliation: 'Malik Institute' } },
      record.contributors[1],
    ],
    acknowledgements: 'Zara Rahimi thanks her mother.',
    authors: [{ family: 'Rahimi', given: 'Zara' }],
  })
})

test('abbreviated forms are proposed, and read as they are typed', () => {
  const forms = abbreviations(AYESHA, ZARA)
  expect(forms).toContainEqual({ from: 'Malik A', to: 'Rahimi Z' })
  expect(forms).toContainEqual({ from: 'A. Malik', to: 'Z. Rahimi' })
  expect(wordsIn(wordsAsText(forms))).toEqual(forms)
  expect(wordsIn('A.M. -> Z.R.\n\n nothing ')).toEqual([
    { from: 'A.M.', to: 'Z.R.' },
    { from: 'nothing', to: '' },
  ])
  expect(abbreviations({ familyName: 'Nadia', givenNames: null }, ZARA)).toEqual([])
})
