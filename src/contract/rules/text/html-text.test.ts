import { expect, test } from 'vitest'
import { tooSteep } from '../../../../tests/adversarial/growth.ts'
import { textOfHtml } from './html-text.ts'

test.each([
  ['<p>One.</p><p>Two.</p>', 'One. Two.'],
  ['<p>One.</p>\n  <p>Two<br>Three<br/>Four</p>', 'One. Two Three Four'],
  ['<p>H<sub>2</sub>O &amp; <em>Rosa</em>s &lt; 6&nbsp;m</p>', 'H2O & Rosas < 6 m'],
  ['<h2>Aims</h2><p>To <em>grow</em>&nbsp;roots</p>', 'Aims: To grow roots'],
  [
    '<h3>Background</h3><p>In elevated CO<sub>2</sub>.</p><h3>Why?</h3><p>X.</p>',
    'Background: In elevated CO2. Why? X.',
  ],
  ['<h3>Aims:</h3><p>Roots</p><h3></h3><p>Leaves</p>', 'Aims: Roots Leaves'],
  ['<p>Before</p><h3> </h3>', 'Before'],
  ['<p><strong>Aims</strong></p><p>Roots</p>', 'Aims: Roots'],
  ['<p><strong>Aims</strong> Roots</p><p>A <strong>leaf</strong></p>', 'Aims Roots A leaf'],
  [`<p><b>${'Long '.repeat(20)}</b></p><p>x</p>`, `${'Long '.repeat(20)}x`],
  ['<p>We grew:</p><ul><li>roots</li><li><p>leaves,</p></li><li></li></ul><p>So.</p>', 'We grew: roots; leaves. So.'],
  ['<ol><li>Why?</li><li>When</li></ol>', 'Why? When.'],
  [
    '<table><thead><tr><th>Soil</th><th>Days</th></tr></thead><tbody><tr><td><p>dry</p></td><td></td></tr><tr><td>wet</td><td>3</td></tr></tbody></table><p>So.</p>',
    'Soil, Days; dry; wet, 3. So.',
  ],
  ['<blockquote><p>Said.</p></blockquote>Then', 'Said. Then'],
  ['5 &lt; 6', '5 < 6'],
  ['a < b and <p', 'a < b and <p'],
  ['</li></h3></table>x', 'x'],
  ['<img src="https://a.test/b.png" alt="Roots">', ''],
  ['<p></p>', ''],
])('the text of %s', (html, text) => {
  expect(textOfHtml(html)).toBe(text)
})

test('headings are left out where they would only be in the way', () => {
  const html = '<h3>Aims</h3><p>To <b>grow</b>.</p><h3>Results</h3><p>Roots.</p>'
  expect(textOfHtml(html, { headings: false })).toBe('To grow. Roots.')
})

test('costs as much as its input is long, whatever is in it', () => {
  const parts = ['<', '<p', '<li>', '</li>', '<b>', ' ', '\n', '&', '<li>a</li>', '<h3>a', 'a</h3> ', '< >', '&nbsp;']
  for (const part of parts) {
    expect(
      tooSteep(textOfHtml, (times) => part.repeat(times), 20_000),
      part,
    ).toBeNull()
  }
})
