import MarkdownIt, { type Token } from 'markdown-it'
import { EMAIL_KINDS, type EmailKind } from '../../contract/domain/email-kinds.ts'
import type { EmailKinds, KindOfEmail } from './kinds.ts'
import { fillIn, journalValue, readTextFile, type TextFile } from '../text-file.ts'

/** An email template with placeholders, `{{name}}`: its subject, and its body as plain text and as HTML. */
export interface EmailTemplate extends KindOfEmail<never> {
  subject: string
  text: string
  html: string
}

export type EmailTemplates = ReadonlyMap<EmailKind, EmailTemplate>

/** The prefix that distinguishes the journal's own values from an email's: both have a `name`. */
const JOURNAL = 'journal.'

const markdown = new MarkdownIt({ typographer: true, linkify: false, html: false })
// A URL may be a placeholder: it has to pass through unchanged.
markdown.normalizeLink = (address) => address

/**
 * Reads the template of every kind once at startup. Throws a one-sentence error that names the file if one is
 * missing, has no subject, uses an unknown value, or contains something that emails cannot show.
 */
export function readEmailTemplates(folder: string, kinds: EmailKinds): EmailTemplates {
  return new Map(
    EMAIL_KINDS.map((kind) => [kind, template(kinds[kind], readTextFile(folder, `emails/${kind}`, 'email'))]),
  )
}

function template(kind: KindOfEmail<never>, { file, head, body }: TextFile): EmailTemplate {
  if (!head.subject) throw new Error(`The email ${file} needs a subject at its top.`)
  const names = ['name', 'date', 'site', ...Object.keys(kind.values), ...(kind.secretLink ? ['link'] : [])]
  const own = (source: string) =>
    fillIn(source, (name) => {
      if (names.includes(name)) return `{{${name}}}`
      const value = name.startsWith(JOURNAL) ? journalValue(name.slice(JOURNAL.length)) : undefined
      if (value !== undefined) return value
      throw new Error(
        `The email ${file} asks for {{${name}}}. It may name ${names.join(', ')}, and the journal's own values, such as journal.contact.email.`,
      )
    })
  const tokens = markdown.parse(own(body), {})
  return {
    ...kind,
    subject: own(head.subject),
    text: plainText(tokens, file),
    html: markdown.renderer.render(tokens, markdown.options, {}),
  }
}

/** The plain-text version: links written out, lists with hyphens, no other markup. */
function plainText(tokens: Token[], file: string): string {
  let text = ''
  let depth = 0
  for (const token of tokens) {
    switch (token.type) {
      case 'bullet_list_open':
        depth++
        break
      case 'bullet_list_close':
        if (--depth === 0) text += '\n'
        break
      case 'inline':
        text += depth
          ? `${'  '.repeat(depth - 1)}- ${line(token.children!, file)}\n`
          : `${line(token.children!, file)}\n\n`
        break
      case 'paragraph_open':
      case 'paragraph_close':
      case 'list_item_open':
      case 'list_item_close':
        break
      default:
        throw notInEmails(file)
    }
  }
  return text.trimEnd()
}

function line(pieces: Token[], file: string): string {
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
      case 'link_open': {
        const address = String(piece.attrGet('href'))
        if (!/^(https:\/\/|mailto:|\{\{(link|site)\}\})/.test(address))
          throw new Error(
            `The email ${file} links to ${address}: links in emails begin with https://, mailto:, {{link}} or {{site}}.`,
          )
        link = { address, from: text.length }
        break
      }
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
        throw notInEmails(file)
    }
  }
  return text
}

const notInEmails = (file: string) =>
  new Error(`The email ${file} may hold paragraphs, simple lists, links, bold and italic words, and nothing else.`)
