import { type Editor, Extension, getSchema } from '@tiptap/core'
import type { Node, Schema } from '@tiptap/pm/model'
import { Plugin, Selection } from '@tiptap/pm/state'
import { cleanPaste, cleanPastedText } from '../rich-text/clean-paste.ts'
import type { EditorKind } from '../rich-text/use-rich-text.ts'
import { TextMemory } from './memory.ts'
import { type KnownValue, nodesOfText, type SeenAt } from './nodes.ts'
import { VALUES } from './parse.ts'

const PICTURES_LEFT_OUT = 'Images were left out of what you pasted.'

/** A value that is typed or pasted with its braces becomes one. */
const TypedValues = Extension.create({
  name: 'typedValues',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, _before, { doc, schema, tr }) {
        if (!transactions.some((each) => each.docChanged && !each.getMeta('history$'))) return null
        const found: { from: number; to: number; name: string }[] = []
        doc.descendants((node, at) => {
          if (!node.text?.includes('{{') || node.marks.some(({ type }) => type.name === 'code')) return
          for (const { 0: whole, 1: name, index } of node.text.matchAll(VALUES))
            found.push({ from: at + index, to: at + index + whole.length, name: name! })
        })
        for (const { from, to, name } of found.toReversed())
          tr.replaceWith(from, to, schema.node('value', { name }, undefined, doc.resolve(from + 1).marks()))
        return tr.docChanged ? tr : null
      },
    }),
  ],
})

/** Whether a text that nobody changes stays the same to the byte. */
export function keepsAll(text: string): boolean {
  const schema = getSchema(nodesOfText([]))
  const memory = new TextMemory(schema)
  try {
    const nodes = memory.read(text)
    return memory.write(schema.node('doc', null, nodes.length ? nodes : [schema.node('paragraph')])) === text
  } catch {
    return false
  }
}

const isBlankParagraph = (node: Node | null): boolean => node?.type.name === 'paragraph' && node.content.size === 0

/** A text in Markdown, as its readers will see it. Each editor has a kind of its own: it remembers what it has read. */
export function markdownKind(values: readonly KnownValue[] | null, isPage: boolean, seenAt?: SeenAt): EditorKind {
  const memories = new WeakMap<Schema, TextMemory>()
  const memoryOf = ({ schema }: Editor): TextMemory => {
    const memory = memories.get(schema) ?? new TextMemory(schema)
    memories.set(schema, memory)
    return memory
  }
  return {
    extensions: [...nodesOfText(values, seenAt), ...(values ? [TypedValues] : [])],
    // Emails and letters have neither headings nor numbered lists.
    inputRules: isPage ? ['bulletList', 'orderedList', 'heading'] : ['bulletList'],
    pasteRules: ['link'],
    multiline: true,
    valueOf: (editor) => memoryOf(editor).write(editor.state.doc),
    fill: (editor, text) => {
      const { tr, doc, schema } = editor.state
      const nodes = memoryOf(editor).read(text)
      tr.replaceWith(0, doc.content.size, nodes.length ? nodes : [schema.node('paragraph')])
      tr.setSelection(Selection.atStart(tr.doc))
      editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true))
    },
    classOf: ({ childCount, firstChild }) =>
      childCount === 1 && isBlankParagraph(firstChild) ? 'page rich blank' : 'page rich',
    props: (wiring) => ({
      // Sends the form: no line break is added on the way.
      handleKeyDown: (_view, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey),
      transformPastedText: cleanPastedText,
      transformPastedHTML: (html) => {
        const { html: clean, picturesLeftOut } = cleanPaste(html)
        if (picturesLeftOut) wiring().onNotice(PICTURES_LEFT_OUT)
        return clean
      },
    }),
  }
}
