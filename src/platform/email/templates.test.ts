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
    ['a value in the site of a link', '[x](https://{{name}}/a)', 'links to https://{{name}}/a'],
    ['a value as a part of the site', '[x](https://a.{{to}}.test/)', 'links to https://a.{{to}}.test/'],
    ['a value before the site', '[x](https://{{name}}@a.test/)', 'links to https://{{name}}@a.test/'],
    ['a site that goes on', '[x]({{site}}.evil.test/)', 'links to {{site}}.evil.test/'],
    ['a site that becomes a name', '[x]({{site}}@evil.test/)', 'links to {{site}}@evil.test/'],
    ['a site behind another', '[x]({{site}}{{site}})', 'links to {{site}}{{site}}'],
    ['a value in the path of a link', '[x](https://a.test/{{name}})', 'links to https://a.test/{{name}}'],
    ['a value in what a link asks', '[x]({{site}}/search?q={{name}})', 'links to {{site}}/search?q={{name}}'],
    ['a value as the receiver', '[x](mailto:{{to}})', 'links to mailto:{{to}}'],
    ['a value in the subject of a mailto', '[x](mailto:a@a.test?subject={{name}})', 'links to mailto:a@a.test'],
    ['a value in angle brackets', '<https://{{name}}/>', 'links to https://{{name}}/'],
    ['a value in a link that is defined below', '[x][a]\n\n[a]: https://{{name}}/', 'links to https://{{name}}/'],
    ['a value behind an entity', '[x](https&#58;//{{name}}/)', 'links to https://{{name}}/'],
    ['a value in the title of a link', '[x](https://a.test "of {{name}}")', 'quotation marks'],
    ['an image', '![{{name}}](https://a.test/{{name}}.png)', 'nothing else'],
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
