import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { journal } from '../../../journal.config.ts'
import { emailKinds } from '../../app/email-kinds.ts'
import { readEmailTemplates } from './templates.ts'

const content = join(import.meta.dirname, '..', '..', '..', 'content')

describe('the emails of content/emails', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(inject('temporaryFolder'), 'content-'))
    cpSync(content, folder, { recursive: true })
  })

  const withEmail = (body: string, head = 'subject: Hello') => {
    writeFileSync(join(folder, 'emails', 'email-changed.md'), `---\n${head}\n---\n\n${body}\n`)
    return readEmailTemplates(folder, emailKinds).get('email-changed')!
  }

  test('are plain text and HTML of the same words', () => {
    const template = withEmail(
      [
        'Dear **{{name}}**, it’s *you*:',
        '',
        '- one',
        '- two [here](https://a.test/?x=1&y=2) and on',
        '',
        '[Go on]({{site}}/about)',
        '',
        `Write to [{{journal.contact.email}}](mailto:{{journal.contact.email}}).`,
      ].join('\n'),
      'subject: From the {{journal.name}} for {{name}}',
    )
    expect(template.subject).toBe(`From the ${journal.name} for {{name}}`)
    expect(template.text).toBe(
      [
        'Dear {{name}}, it’s you:',
        '',
        '- one',
        '- two here <https://a.test/?x=1&y=2> and on',
        '',
        'Go on:',
        '{{site}}/about',
        '',
        `Write to ${journal.contact.email}.`,
      ].join('\n'),
    )
    const plainHtml = template.html.replace(/ (?:style|class)="[^"]*"/g, '')
    expect(plainHtml).toContain('<p>Dear <strong>{{name}}</strong>, it’s <em>you</em>:</p>')
    expect(plainHtml).toContain('<a href="{{site}}/about">Go on</a>')
    expect(plainHtml).toContain('href="https://a.test/?x=1&amp;y=2"')
  })

  test('quote, divide and break lines in both versions', () => {
    const template = withEmail('> Said *once*  \n> by {{name}}\n>\n> - twice\n\n---\n\nKind regards,\\\n{{name}}')
    expect(template.text).toBe(
      ['> Said once', '> by {{name}}', '', '> - twice', '', '-----', '', 'Kind regards,', '{{name}}'].join('\n'),
    )
    const plainHtml = template.html.replace(/ (?:style|class)="[^"]*"/g, '')
    expect(plainHtml).toContain('<blockquote>\n<p>Said <em>once</em><br>\nby {{name}}</p>')
    expect(plainHtml).toContain('</blockquote>\n<hr>\n<p>Kind regards,<br>\n{{name}}</p>')
  })

  test('show a link that is a whole paragraph as a button, the first as the primary one', () => {
    const { html } = withEmail(
      '[Yes]({{site}}/a)\n\nor [perhaps]({{site}}/b)\n\n[No]({{site}}/c)\n\n- [list]({{site}}/d)',
    )
    const classes = Object.fromEntries(
      Array.from(html.matchAll(/<a href="([^"]*)"(?: class="([^"]*)")?/g), ([, href, name]) => [href!.at(-1), name]),
    )
    expect(classes).toEqual({ a: 'btn first', b: undefined, c: 'btn', d: undefined })
  })

  test.each([
    ['a value that nobody has', 'Dear {{nmae}}', 'content/emails/email-changed.md asks for {{nmae}}'],
    ['a value of another email', 'About {{title}}', 'content/emails/email-changed.md asks for {{title}}'],
    ['a value that the journal lacks', '{{journal.fax}}', 'content/emails/email-changed.md asks for {{journal.fax}}'],
    ['a whole part of the journal', '{{journal.contact}}', 'asks for {{journal.contact}}'],
    ['a link that leads nowhere from an email', '[x](/about)', 'links to /about'],
    [
      'a link that is a name',
      '[x]({{name}})',
      'links to {{name}}: links in its text begin with https://, mailto: or {{site}}',
    ],
    ['a link to what is no address', '[x]({{to}})', 'links to {{to}}'],
    ['a table', '| a |\n| --- |\n| b |', 'may hold paragraphs, simple lists, quotations, rules, links'],
    ['an image', '![x](https://a.test/a.png)', 'may hold paragraphs'],
  ])('with %s stop the start', (_what, body, sentence) => {
    expect(() => withEmail(body)).toThrow(sentence)
  })

  test('without a subject, or missing, stop the start', () => {
    expect(() => withEmail('Hello', 'title: Hello')).toThrow(
      'content/emails/email-changed.md needs a subject at its top',
    )
    rmSync(join(folder, 'emails', 'email-changed.md'))
    expect(() => readEmailTemplates(folder, emailKinds)).toThrow(
      'The email content/emails/email-changed.md is missing.',
    )
  })
})
