import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partsOf } from '../../../contract/rules/settings/text-parts.ts'
import { markdown } from '../../../journal/publication/pages/markdown.ts'
import { times } from '../../../../tests/support/long.ts'
import { TextMemory } from './memory.ts'
import { nodesOfText } from './nodes.ts'

const schema = getSchema(nodesOfText([]))
const content = join(import.meta.dirname, '..', '..', '..', '..', 'content')
const TEXTS = ['', 'emails', 'letters'].flatMap((folder) =>
  readdirSync(join(content, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name): [string, string] => [
      join(folder, name),
      partsOf(readFileSync(join(content, folder, name), 'utf8').replaceAll('\r\n', '\n')).body,
    ]),
)
const docOf = (nodes: readonly Node[]) => schema.node('doc', null, nodes.length ? nodes : [schema.node('paragraph')])
const opened = (text: string) => {
  const memory = new TextMemory(schema)
  return { memory, doc: docOf(memory.read(text)) }
}
/** The same document of other nodes, as undoing makes it. */
const copied = (doc: Node): Node => schema.nodeFromJSON(doc.toJSON())
/** What readers see. */
const shown = (text: string) =>
  markdown.render(text.replaceAll(/\{\{([\w.]+)\}\}/g, 'Words of $1')).replaceAll(/\s+/g, ' ')

/** Every block written again. */
const rewritten = (text: string): string => {
  const fresh = new TextMemory(schema)
  fresh.read('')
  return fresh.write(opened(text).doc)
}

const HOSTILE: [string, string][] = [
  ['nothing', ''],
  ['blank lines', '\n\n  \n\t\n'],
  ['no line at the end', 'a'],
  ['many lines at the end', 'a\n\n\n\n'],
  ['many lines between', '\n\na\n\n\n\n\nb\n'],
  ['lines of another machine', 'a\r\nb\r\n\r\n- c\r\n- d\r\n'],
  ['lines of an old machine', 'a\rb\r\rc'],
  ['other signs', '* a\n* b\n\n+ c\n\n1) d\n2) e\n\n__bold__ and _italic_'],
  ['underlined headings', 'A\n===\n\nB\n---\n'],
  ['closed headings', '## A ##\n###### B\n'],
  ['wrapped lines', 'one\ntwo  \nthree\\\nfour'],
  ['code', 'a `b` ``c`d``\n\n    indented\n\n```js\n# no heading\n```\n\n~~~\nx'],
  ['addresses elsewhere', 'A [link][a] and [b].\n\n[a]: https://example.org "Title"\n[b]: /about\n\nEnd'],
  ['addresses at the end', '[a]\n\n[a]: /about'],
  ['titles and angles', '[a](/b "c") <https://example.org> [d](<e f>) <a@example.org>'],
  ['HTML', '<b>bold</b>\n\n<script>alert(1)</script>\n\n<!-- x -->'],
  ['pictures', '![a *b*](/c.png) ![d](e "f")'],
  ['words of pictures', '![a \\[b\\] & c](/d.png) ![a\nb](/c.png)'],
  ['struck words', 'a ~~b~~ c'],
  ['values', '{{name}} {{ name }} \\{{name}} {{a b}} {{ }} {{}} <{{contact.email}}> [{{a}}]({{b.c}}) `{{d}}`'],
  ['values that never end', '{{{{{{ {{a}} }} {{a}'],
  ['entities', '&amp; &copy; &#123; &nope; &'],
  ['escapes', '\\* \\# \\[a\\] \\\\ \\a 1\\. \\- \\`'],
  ['lists in lists', '- a\n  - b\n    1. c\n\n       d\n- \n-\n\n  e\n* f\n'],
  ['a list from seven', '7. a\n8. b\n\n   c\n'],
  ['quotations', '> a\n> b\n>\n> - c\nlazy\n\n>\n\n>> d'],
  ['tables', '| a | b |\n| :- | -: |\n| c \\| d | `e` |\n| f |\n\na|b\n-|-\n1|2|3'],
  ['a table without lines', '| a |\n| --- |'],
  ['Urdu', ':::ur\nایک **دو**\n\n- تین\n:::\n\n::: de\nEins\n:::\n:::ur\nnever closed'],
  ['nothing in Urdu', ':::ur\n:::\n'],
  ['rules', '---\n***\n_ _ _\n'],
  ['signs', '* p < 0.05, ** p < 0.01, 2 * 3 * 4, a_b_c, _x, 50 %, #1, + 1, (c), 1. 2'],
  ['other scripts', 'पौधे 植物 🌱 e\u0301 \u200f\u202e x'],
  ['deep', `${'> '.repeat(60)}a\n\n${'- '.repeat(60)}b`],
  ['blanks of other kinds', '\u00a0\n\na\u00a0\n\n\u2003\n\nb \u00a0'],
  ['a zero', 'a\u0000b'],
  ['stars', '***a** b* **c*d*e** *a **b*** ****x**** **a**b **"a"**b'],
]

describe('a text in the editor', () => {
  test.each([...TEXTS, ...HOSTILE])('%s is the same to the byte if nothing was changed', (_name, text) => {
    const { memory, doc } = opened(text)
    expect(() => doc.check()).not.toThrow()
    expect(memory.write(doc)).toBe(text)
    expect(memory.write(copied(doc))).toBe(text)
    // As the editor leaves it: a paragraph at its end, to go on.
    expect(memory.write(docOf([...doc.children, schema.node('paragraph')]))).toBe(text)
  })

  test.each([...TEXTS, ...HOSTILE])('%s keeps all but what was changed', (_name, text) => {
    const { memory, doc } = opened(text)
    const sources = [...doc.children].map((node) => memory.write(docOf([node])).trim())
    for (let at = 0; at < doc.childCount; at++) {
      const nodes = [...doc.children]
      nodes[at] = schema.node('paragraph', null, [schema.text('Changed')])
      const written = memory.write(docOf(nodes))
      sources.forEach((source, index) => {
        if (index !== at) expect(written).toContain(source)
      })
      expect(written).toContain('Changed')
    }
  })

  test.each(TEXTS)('%s has a form in the editor for every part of it', (_name, text) => {
    expect(opened(text).doc.children.map(({ type }) => type.name)).not.toContain('asWritten')
  })

  const withoutBlanks = HOSTILE.filter(([name]) => name !== 'blanks of other kinds')
  test.each([...TEXTS, ...withoutBlanks])('%s says the same if every block is written again', (_name, text) => {
    expect(shown(rewritten(text))).toBe(shown(text.replaceAll('\u0000', '\uFFFD')))
  })

  test('what anyone types and marks is read as it was typed', () => {
    const words = fc.stringMatching(/^[ab *_`#>|~\\[\]()<>&;:!+.\-1"=é\u00a0]{1,12}$/)
    const marked = fc.record({
      words,
      marks: fc.subarray(['bold', 'italic'] as const),
      link: fc.option(fc.constantFrom('/about', 'https://example.org/a_(b)', '{{licence.url}}')),
    })
    const value = fc.constant(schema.node('value', { name: 'contact.email' }))
    const text = marked.map(({ words, marks, link }) =>
      schema.text(words, [
        ...marks.map((name) => schema.mark(name)),
        ...(link ? [schema.mark('link', { href: link })] : []),
      ]),
    )
    const inline = fc.array(fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: value }), {
      minLength: 1,
      maxLength: 5,
    })
    const paragraph = inline.map((nodes) => schema.node('paragraph', null, nodes))
    const item = paragraph.map((node) => schema.node('listItem', null, [node]))
    const cell = inline.map((nodes) => schema.node('tableCell', null, nodes))
    // Deleting or pasting across rows leaves some that are longer than others.
    const row = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => schema.node('tableRow', null, cells))
    const language = (inner: fc.Arbitrary<Node>) =>
      fc.array(inner, { minLength: 1, maxLength: 2 }).map((nodes) => schema.node('language', null, nodes))
    const quoted = (inner: fc.Arbitrary<Node>) => inner.map((node) => schema.node('blockquote', null, [node]))
    const block = fc.oneof(
      paragraph,
      fc.array(row, { minLength: 1, maxLength: 3 }).map((rows) => schema.node('table', null, rows)),
      language(fc.oneof(paragraph, language(paragraph), quoted(language(paragraph)))),
      inline.map((nodes) => schema.node('heading', { level: 2 }, nodes)),
      fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => schema.node('bulletList', null, items)),
      fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => schema.node('orderedList', null, items)),
      paragraph.map((node) => schema.node('blockquote', null, [node])),
    )
    const plain = (node: Node) => node.textBetween(0, node.content.size, ' ', '·').replaceAll(/\s+/g, ' ').trim()
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        const doc = docOf(blocks)
        const memory = new TextMemory(schema)
        memory.read('')
        const written = memory.write(doc)
        const again = opened(written)
        expect(plain(again.doc)).toBe(plain(doc))
        expect(again.memory.write(again.doc)).toBe(written)
      }),
      { numRuns: times(500, 20_000) },
    )
  })

  test('a long text is read and written in a time in proportion to its length', () => {
    const text = Array.from(
      { length: 2_000 },
      (_, at) => `Paragraph ${at} of *words* and {{name}}, and [links](/about).`,
    ).join('\n\n')
    const { memory, doc } = opened(text)
    expect(memory.write(doc)).toBe(text)
    for (const sign of ['*', '[', '`', '{{', '_a', '> ', '![', '<', '&', '|']) {
      const many = sign.repeat(100_000 / sign.length)
      const hostile = opened(many)
      expect(hostile.memory.write(hostile.doc)).toBe(many)
    }
  })
})
