import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { withLanguages } from '../contract/rules/text/markdown-languages.ts'

const markdown = withLanguages(new MarkdownIt({ html: false }))
const shown = (source: string) => markdown.render(source).replaceAll('\n', '')

test('paragraphs in another language name it, and the side from which they are read', () => {
  expect(shown('Before.\n:::ur\nایک\n\n**دو**\n:::\nAfter.')).toBe(
    '<p>Before.</p><div lang="ur" dir="rtl"><p>ایک</p><p><strong>دو</strong></p></div><p>After.</p>',
  )
  expect(shown('::: de\nEins\n:::')).toBe('<div lang="de" dir="ltr"><p>Eins</p></div>')
  expect(shown('- one\n\n  :::ur\n  ایک\n  :::\n- two')).toContain('<div lang="ur" dir="rtl"><p>ایک</p></div></li>')
})

test('what is never closed goes to the end, and one within another is words', () => {
  expect(shown(':::ur\nایک')).toBe('<div lang="ur" dir="rtl"><p>ایک</p></div>')
  expect(shown(':::ur\n:::de\nایک\n:::')).toBe('<div lang="ur" dir="rtl"><p>:::deایک</p></div>')
  expect(shown('> :::ur\n> ایک\n\nAfter')).toContain('</blockquote><p>After</p>')
})

test.each([':::', '::: ', ':::UR', ':::urdu1', ':::ur"onclick=x', ':::<b>', '::ur', '```\n:::ur\n```', '    :::ur'])(
  '%j is no language',
  (source) => {
    expect(shown(source)).not.toContain('lang=')
  },
)
