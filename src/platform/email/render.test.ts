import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emailKinds } from '../../app/email-kinds.ts'
import { renderEmail, templateOf } from './render.ts'
import { readEmailTemplates } from './templates.ts'

const templates = readEmailTemplates(join(import.meta.dirname, '..', '..', '..', 'content'), emailKinds)
const AT = '2026-03-03T10:00:00.000Z'
const about = {
  articleId: 'k7m2p9qrstvw',
  title: 'Roots of <i>Triticum</i> under CO<sub>2</sub>',
  name: 'Ayesha Malik',
}
const rendered = (kind: 'article-corrected' | 'article-deleted', data: object) =>
  renderEmail(templateOf(templates, kind), { ...about, ...data }, { publicUrl: 'http://journal.test', at: AT })

describe('what the submitter reads', () => {
  test('of a correction: what has changed, why, and where', () => {
    const { subject, text, html } = rendered('article-corrected', {
      reason: 'Two digits <were> swapped.',
      fields: ['title', 'pageNum', 'contributors'],
    })
    expect(subject).toBe('Your article “Roots of Triticum under CO2” has been corrected')
    expect(text).toContain('Title, Pages and Authors')
    expect(text).toContain('Two digits <were> swapped.')
    expect(text).toContain('http://journal.test/blog/k7m2p9qrstvw')
    expect(html).toContain('Two digits &lt;were&gt; swapped.')
    expect(html).toContain('Roots of <i>Triticum</i> under CO<sub>2</sub>')
  })

  test('of a deletion: why, or that no reason was given', () => {
    expect(rendered('article-deleted', { reason: 'It was sent twice.' }).text).toContain('Reason: It was sent twice.')
    const { subject, text } = rendered('article-deleted', { reason: null })
    expect(subject).toBe('Your article “Roots of Triticum under CO2” has been deleted')
    expect(text).toContain('Reason: none was given')
  })

  test.each([
    ['of one long word', 'x'.repeat(900)],
    ['of many words', 'seed rain '.repeat(90)],
  ])('of a title %s: so much in the subject that it says what it is about', (_which, title) => {
    const { subject, text } = rendered('article-deleted', { reason: null, title })
    expect(subject).toMatch(/^Your article “.{100,130}…” has been deleted$/)
    expect(text.replace(/\s/g, '')).toContain(title.replace(/\s/g, ''))
  })
})
