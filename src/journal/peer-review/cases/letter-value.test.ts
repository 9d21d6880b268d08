import { expect, test } from 'vitest'
import { composeLetter } from '../../../contract/rules/peer-review/decision-letter.ts'
import { letterValue } from './letter-value.ts'

test('is text, whatever its letter and its reports hold', () => {
  const evil = '<script>alert(1)</script>\n\n# [x](javascript:y) {{editor}}'
  const { text, html, use } = letterValue(
    composeLetter(evil, [{ label: 'K', text: evil, answers: '<b>yes</b>\nSubject: no', hasFile: true }]),
  )
  expect(use).toBe('paragraphs')
  expect(html.replace(/<\/?(?:p|strong|br|hr)(?: (?:style|class)="[^"<>]*")*(?: \/)?>/g, '')).not.toMatch(/[<>]/)
  expect(text).toContain('# [x](javascript:y) {{editor}}\n\n-----\n\nReviewer K\n\n<script>')
  expect(text).toContain('<b>yes</b> Subject: no')
})
