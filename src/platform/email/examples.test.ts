import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EMAIL_KINDS, EMAILS } from '../../contract/rules/site/email-kinds.ts'
import { decodeEntities } from '../../contract/rules/text/inline-markup.ts'
import { emailKinds } from '../../app/email-kinds.ts'
import { renderEmail, templateOf } from './render.ts'
import { readEmailTemplates } from './templates.ts'

const templates = readEmailTemplates(join(import.meta.dirname, '..', '..', '..', 'content'), emailKinds)

describe('every kind of email, made from its example', () => {
  const wordsOf = (text: string) => text.split(/[\s<>]+/).filter(Boolean)

  test.each(EMAIL_KINDS)('%s', (kind) => {
    const template = templateOf(templates, kind)
    const { subject, text, html } = renderEmail(template, template.example, {
      publicUrl: 'http://journal.test',
      at: '2026-03-03T10:00:00.000Z',
    })
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|null|\[object/)
    expect(template.file).toBe(`content/emails/${kind}.md`)
    expect(html).not.toMatch(/<(?:img|script|link|iframe)\b/)
    // Every element carries its style, and both versions have the same words.
    expect(html).not.toMatch(/<(?:p|a|ul|li|blockquote|hr)(?! [^>]*style=)[\s>]/)
    const inHtml = decodeEntities(html.replace(/^[\s\S]*<body[^>]*>/, '').replace(/<[^>]*>/g, ' '))
    const inText = new Set(wordsOf(text).map(bare))
    expect(
      wordsOf(inHtml)
        .map(bare)
        .filter((word) => word !== '' && !inText.has(word)),
    ).toEqual([])
  })

  test('no subject has a title at full length', () => {
    const titles = EMAIL_KINDS.flatMap((kind) => {
      const { subject, values, example } = templateOf(templates, kind)
      const names = [...subject.matchAll(/\{\{(\w*title)\}\}/gi)].map(([, name]) => name!)
      return names.map((name) => [kind, values[name]!(example as never, '').use])
    })
    expect(titles.length).toBeGreaterThan(20)
    expect(titles.filter(([, use]) => use !== 'title')).toEqual([])
  })

  test.each(EMAIL_KINDS)('%s says to whom and when it is sent', (kind) => {
    expect(EMAILS[kind].to).toMatch(/^[A-Z].*[^.]$/)
    expect(EMAILS[kind].when).toMatch(/^[A-Z].*\.$/)
  })
})

/** Punctuation may touch a word in one version and not in the other. */
const bare = (word: string): string => word.replace(/^[“‘(]+|[”’).,:;]+$/g, '')
