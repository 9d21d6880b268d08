import { expect, test } from 'vitest'
import { composeLetter } from '../../../contract/rules/peer-review/decision-letter.ts'
import { letterValue } from './letter-value.ts'

test('is text, whatever its letter and its reports hold', () => {
  const evil = '<script>alert(1)</script>\n\n# [x](javascript:y) {{editor}}'
  const { text, html, use } = letterValue(
    composeLetter(evil, [{ label: 'K', text: evil, answers: '<b>yes</b>\nSubject: no', files: 1 }]),
  )
  expect(use).toBe('paragraphs')
  expect(html.replace(/<\/?(?:p|strong|br|hr)(?: (?:style|class)="[^"<>]*")*(?: \/)?>/g, '')).not.toMatch(/[<>]/)
  expect(text).toContain('# [x](javascript:y) {{editor}}\n\n-----\n\nReviewer K\n\n<script>')
  expect(text).toContain('<b>yes</b> Subject: no')
})

test('shows Latin names in italics, in HTML only', () => {
  const names = ['Pennisetum glaucum']
  const { text, html } = letterValue(composeLetter('On “Pennisetum glaucum” & more.', []), names)
  expect(html).toContain('On “<i>Pennisetum glaucum</i>” &amp; more.')
  expect(text).toBe('On “Pennisetum glaucum” & more.')
})
