import MarkdownIt, { type Token } from 'markdown-it'
import { EMAIL_KINDS, type EmailKind } from '../../contract/rules/site/email-kinds.ts'
import { withLanguages } from '../../contract/rules/text/markdown-languages.ts'
import { checkBraces, fillIn, inMarkdown, journalValue, readTextFile, type TextFile } from '../text-file.ts'
import type { AnyKindOfEmail, EmailKinds } from './kinds.ts'
import * as look from './styles.ts'
import { styled } from './styles.ts'
import type { Use } from './values.ts'

/** The name of the placeholder that a text consists of; null if it holds anything else. */
const aloneIn = (source: string): string | null => /^\{\{([\w.]+)\}\}$/.exec(source)?.[1] ?? null

/**
 * The name of the placeholder that an address begins with, and what follows. That must not go on with the name of a site:
 * `{{site}}.example.org` is another one.
 */
const firstIn = (address: string): [name: string | null, rest: string] => {
  const [, name = null, rest = address] = /^\{\{([\w.]+)\}\}(|[/?#].*)$/s.exec(address) ?? []
  return [name, rest]
}

/** The names of all placeholders of a text. */
const placeholdersIn = (source: string): string[] =>
  Array.from(source.matchAll(/\{\{([\w.]+)\}\}/g), ([, name]) => name!)

/**
 * Dresses a template's tokens for the HTML version. Each element carries its style. A paragraph that is nothing but a link is a
 * button, and the first of them the primary one.
 */
function dressed(tokens: Token[], uses: ReadonlyMap<string, Use>): Token[] {
  const shown: Token[] = []
  const around: string[] = []
  let buttons = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const inner = tokens[at + 1]
    if (token.type === 'paragraph_open') {
      const use = uses.get(aloneIn(inner!.content) ?? '')
      if (use === 'paragraphs') {
        // The value brings its own paragraphs: those of the template are left out.
        shown.push({ ...inner!, type: 'html_block', content: `${inner!.content}\n` } as Token)
        at += 2
        continue
      }
      if (around.length === 0 && isLink(inner!)) {
        const [button] = inner!.children!
        button!.attrSet('class', buttons ? 'btn' : 'btn first')
        button!.attrSet('style', styled(buttons ? look.secondButton() : look.button()))
        token.attrSet('style', styled(look.BUTTON_PARAGRAPH))
        buttons++
      } else {
        token.attrSet('style', styled(use === 'title' ? look.TITLE : around.length ? look.ITEM : look.PARAGRAPH))
      }
    } else if (token.type === 'bullet_list_open') {
      around.push('list')
      token.attrSet('style', styled(look.LIST))
    } else if (token.type === 'list_item_open') {
      token.attrSet('style', styled(look.ITEM))
    } else if (token.type === 'blockquote_open') {
      around.push('quotation')
      token.attrSet('class', 'hair')
      token.attrSet('style', styled(look.QUOTE))
    } else if (token.type === 'bullet_list_close' || token.type === 'blockquote_close') {
      around.pop()
    } else if (token.type === 'hr') {
      token.attrSet('class', 'hair')
      token.attrSet('style', styled(look.RULE))
    }
    for (const piece of token.children ?? []) {
      if (piece.type === 'link_open' && !piece.attrGet('style')) piece.attrSet('style', styled(look.link()))
      if (piece.type === 'strong_open') piece.attrSet('style', styled(look.STRONG))
    }
    shown.push(token)
  }
  return shown
}

/** True if a paragraph is one link and nothing else. */
const isLink = ({ children }: Token): boolean =>
  children!.at(0)?.type === 'link_open' &&
  children!.at(-1)?.type === 'link_close' &&
  children!.filter(({ type }) => type === 'link_open').length === 1

/** An email template with placeholders, `{{name}}`: its subject, and its body as plain text and as HTML. */
export interface EmailTemplate extends AnyKindOfEmail {
  /** The path of its file as shown to editors. */
  file: string
  subject: string
  text: string
  html: string
}

/** The templates of the moment: what is published changes them while the program runs. */
export type EmailTemplates = Pick<ReadonlyMap<EmailKind, EmailTemplate>, 'get'>

/** The prefix that distinguishes the journal's own values from an email's: both have a `name`. */
const JOURNAL = 'journal.'

const markdown = withLanguages(new MarkdownIt({ typographer: true, linkify: false, html: false }))
// A URL may be a placeholder: it has to pass through unchanged.
markdown.normalizeLink = (address) => address

/**
 * Reads the template of every kind once at startup. Throws a one-sentence error that names the file if one is
 * missing, has no subject, uses a value that it may not use there, or contains something that emails cannot
 * show.
 */
export function readEmailTemplates(folder: string, kinds: EmailKinds): EmailTemplates {
  // Those of an extension that was taken out are not sent.
  const sent = EMAIL_KINDS.filter((kind) => kind in kinds)
  return new Map(
    sent.map((kind) => [kind, emailTemplate(kinds[kind], readTextFile(folder, `emails/${kind}`, 'email'))]),
  )
}

/** The template of a kind from its text. Throws a one-sentence error as `readEmailTemplates` does. */
export function emailTemplate(kind: AnyKindOfEmail, { file, head, body }: TextFile): EmailTemplate {
  if (!head.subject) throw new Error(`The email ${file} needs a subject at its top.`)
  const uses = usesOf(kind)
  const own = (source: string, written = (value: string) => value) =>
    fillIn(source, (name) => {
      if (uses.has(name)) return `{{${name}}}`
      const value = name.startsWith(JOURNAL) ? journalValue(name.slice(JOURNAL.length)) : undefined
      if (value !== undefined) return written(value)
      throw new Error(
        `The email ${file} asks for {{${name}}}. It may name ${[...uses.keys()].join(', ')}, and the journal's own values, such as journal.contact.email.`,
      )
    })
  const subject = own(head.subject)
  const tokens = markdown.parse(own(body, inMarkdown), {})
  checkLine(subject, uses, file)
  checkPlaces(tokens, uses, file)
  const text = templateText(tokens, file)
  const html = markdown.renderer.render(dressed(tokens, uses), markdown.options, {})
  for (const part of [subject, text, html]) checkBraces(part, (name) => uses.has(name), 'email', file)
  return { ...kind, file, subject, text, html }
}

/** Where each value of a kind may be used: its example shows that. */
export const usesOf = ({ values, example, secretLink }: AnyKindOfEmail): Map<string, Use> =>
  new Map<string, Use>([
    ['name', 'words'],
    ['date', 'words'],
    ['site', 'address'],
    ...Object.entries(values).map(([name, valueOf]): [string, Use] => [
      name,
      valueOf(example as never, 'https://journal.example').use,
    ]),
    ...(secretLink ? [['link', 'address'] as const] : []),
  ])

function checkPlaces(tokens: Token[], uses: ReadonlyMap<string, Use>, file: string): void {
  for (const { type, level, content, children } of tokens) {
    if (type !== 'inline') continue
    // A paragraph that is not in a list or a quotation: the words in it are one level down.
    const alone = level === 1 ? aloneIn(content) : null
    if (alone === null || uses.get(alone) !== 'paragraphs') checkLine(content, uses, file)
    for (const piece of children!) {
      if (piece.type !== 'link_open') continue
      checkAddress(String(piece.attrGet('href')), uses, file)
      // In an attribute, markup of a title would be read as one.
      const [first] = placeholdersIn(String(piece.attrGet('title') ?? ''))
      if (first !== undefined)
        throw new Error(
          `The email ${file} has {{${first}}} in the quotation marks of a link. Please leave it out there.`,
        )
    }
  }
}

function checkLine(source: string, uses: ReadonlyMap<string, Use>, file: string): void {
  for (const name of placeholdersIn(source)) {
    if (uses.get(name) === 'paragraphs')
      throw new Error(
        `The email ${file} uses {{${name}}} within a line: a text of several paragraphs needs a paragraph of its own, outside of lists and quotations.`,
      )
  }
}

function checkAddress(address: string, uses: ReadonlyMap<string, Use>, file: string): void {
  const [name, rest] = firstIn(address)
  const isKnown = name === null ? /^(https:\/\/|mailto:)/.test(address) : uses.get(name) === 'address'
  // What a person has typed may lead to another site, or add receivers.
  if (isKnown && !rest.includes('{{')) return
  const addresses = [...uses].filter(([, use]) => use === 'address').map(([each]) => `{{${each}}}`)
  throw new Error(
    `The email ${file} links to ${address}: links in its text begin with https://, mailto: or ${addresses.join(' or ')}, and hold no other value.`,
  )
}

/** The plain-text version of a template: links written out, lists with hyphens, quotations with `>`. */
export function templateText(tokens: Token[], file: string, what: 'email' | 'letter' = 'email'): string {
  let text = ''
  let lists = 0
  let quotations = 0
  for (const token of tokens) {
    switch (token.type) {
      case 'bullet_list_open':
        lists++
        break
      case 'bullet_list_close':
        if (--lists === 0) text += '\n'
        break
      case 'blockquote_open':
        quotations++
        break
      case 'blockquote_close':
        quotations--
        break
      case 'hr':
        text += '-----\n\n'
        break
      case 'inline': {
        const bullet = lists ? `${'  '.repeat(lists - 1)}- ` : ''
        const lines = (bullet + line(token.children!, file, what)).split('\n')
        text += `${lines.map((each) => '> '.repeat(quotations) + each).join('\n')}\n${lists ? '' : '\n'}`
        break
      }
      case 'language_open':
      case 'language_close':
      case 'paragraph_open':
      case 'paragraph_close':
      case 'list_item_open':
      case 'list_item_close':
        break
      default:
        throw notInTemplates(file, what)
    }
  }
  return text.trimEnd()
}

function line(pieces: Token[], file: string, what: string): string {
  let text = ''
  let link: { address: string; from: number } | undefined
  for (const piece of pieces) {
    switch (piece.type) {
      case 'text':
        text += piece.content
        break
      case 'softbreak':
        text += ' '
        break
      case 'hardbreak':
        text += '\n'
        break
      case 'link_open':
        link = { address: String(piece.attrGet('href')), from: text.length }
        break
      case 'link_close': {
        const { address, from } = link!
        // A link that is the whole paragraph gets a line of its own; URLs in angle brackets are unambiguous.
        if (from === 0 && piece === pieces.at(-1)) text += `:\n${address}`
        else if (address !== `mailto:${text.slice(from)}`) text += ` <${address}>`
        break
      }
      case 'strong_open':
      case 'strong_close':
      case 'em_open':
      case 'em_close':
        break
      default:
        throw notInTemplates(file, what)
    }
  }
  return text
}

const notInTemplates = (file: string, what: string) =>
  new Error(
    `The ${what} ${file} may hold paragraphs, simple lists, quotations, rules, links, bold and italic words, and nothing else.`,
  )
