import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { journal } from '../../../journal.config.ts'
import { emailKinds } from '../app/email-kinds.ts'
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
    expect(template.html).toContain('<p>Dear <strong>{{name}}</strong>, it’s <em>you</em>:</p>')
    expect(template.html).toContain('<a href="{{site}}/about">Go on</a>')
    expect(template.html).toContain('href="https://a.test/?x=1&amp;y=2"')
  })

  test.each([
    ['a value that nobody has', 'Dear {{nmae}}', 'content/emails/email-changed.md asks for {{nmae}}'],
    ['a value of another email', 'About {{title}}', 'content/emails/email-changed.md asks for {{title}}'],
    ['a value that the journal lacks', '{{journal.fax}}', 'content/emails/email-changed.md asks for {{journal.fax}}'],
    ['a whole part of the journal', '{{journal.contact}}', 'asks for {{journal.contact}}'],
    ['a link that leads nowhere from an email', '[x](/about)', 'links to /about'],
    ['a link that is a name', '[x]({{name}})', 'links to {{name}}'],
    ['a table', '| a |\n| --- |\n| b |', 'may hold paragraphs, simple lists, links, bold and italic words'],
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
