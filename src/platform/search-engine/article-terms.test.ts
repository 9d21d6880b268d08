import { expect, test } from 'vitest'
import { citedDois } from './article-terms.ts'

test.each([
  ['<a href="https://doi.org/10.1000/ABC">x</a>', ['10.1000/abc']],
  ['<a href="http://dx.doi.org/10.1000/abc">x</a><a href="https://doi.org/10.1000/ABC">y</a>', ['10.1000/abc']],
  [
    '<a href="https://doi.org/10.1002/(SICI)1097&lt;1::AID&gt;3.0.CO;2-Q">x</a>',
    ['10.1002/(sici)1097<1::aid>3.0.co;2-q'],
  ],
  ['<a href="https://doi.org/10.1000/a%3Cb">x</a>', ['10.1000/a<b']],
  ['<a href="https://doi.org/10.1000/100%">x</a>', ['10.1000/100%']],
  ['<a href="https://example.org/10.1000/abc">x</a> doi.org/10.1000/abc', []],
  ['', []],
])('the works that %s cites', (html, dois) => {
  expect(citedDois([html])).toEqual(dois)
})

test('an article cites at most a thousand works', () => {
  const html = Array.from({ length: 1_500 }, (_, at) => `<a href="https://doi.org/10.1000/${at}">x</a>`).join('')
  expect(citedDois([html, html])).toHaveLength(1_000)
})
