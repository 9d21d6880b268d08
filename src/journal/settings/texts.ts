import { journal } from '../../contract/journal.ts'
import { LETTER_KINDS, type LetterKind } from '../../contract/rules/peer-review/stages.ts'
import { isOpen, isOwnPage, ownPageFault, ownPageIn } from '../../contract/rules/settings/own-pages.ts'
import type { TextKind } from '../../contract/rules/settings/texts.ts'
import { EMAIL_KINDS, type EmailKind } from '../../contract/rules/site/email-kinds.ts'
import { CONTENT_SLUGS } from '../../contract/rules/site/paths.ts'
import type { EmailKinds } from '../../platform/email/kinds.ts'
import { emailTemplate, type EmailTemplate, type EmailTemplates, usesOf } from '../../platform/email/templates.ts'
import { parseText, readSource } from '../../platform/text-file.ts'
import { letterTemplate, type Letters, type LetterTemplate } from '../peer-review/decide/letters.ts'
import {
  type ContentPages,
  EDITORS_GUIDE,
  editorsGuide,
  type RenderedPage,
  renderedPage,
} from '../publication/pages/content-pages.ts'

/** A text by its kind and name: `email/reviewer-invitation`. */
export type TextKey = `${TextKind}/${string}`
export const textKey = (kind: TextKind, slug: string): TextKey => `${kind}/${slug}`

/** Its kind and name. */
export const partsOfKey = (key: TextKey): [kind: TextKind, slug: string] => {
  const at = key.indexOf('/')
  return [key.slice(0, at) as TextKind, key.slice(at + 1)]
}

/** True if it is a page that the journal has added, of which the program has no default. */
export const isOwnKey = (key: TextKey): boolean => {
  const [kind, slug] = partsOfKey(key)
  return kind === 'page' && isOwnPage(slug)
}

/** The sources of texts as a journal has published them; of what it has not touched, the default is shown. */
export type TextSources = ReadonlyMap<TextKey, string>

/** A text of the journal's own that can no longer be shown, because an upgrade has taken something away that it names. */
export interface BrokenText {
  key: TextKey
  fault: string
}

/** The texts of one version of the journal, as they are shown and sent. */
export interface Texts {
  readonly pages: ContentPages
  readonly emails: EmailTemplates
  readonly letters: Letters
  /** Those for which the default is used in place of the journal's own. */
  readonly broken: readonly BrokenText[]
}

/** Makes pages, emails and letters of their sources. */
export class TextBuilder {
  readonly #kinds: EmailKinds
  readonly #guide: ContentPages
  /** The texts that come with the program. */
  readonly defaults: ReadonlyMap<TextKey, string>
  /** Of each text what was made last: a publication changes few of them, and each is a Markdown document. */
  readonly #last = new Map<string, { source: string; values: string; made: unknown }>()

  /** Throws a one-sentence error that names a text that is missing. */
  constructor(folder: string, kinds: EmailKinds) {
    this.#kinds = kinds
    this.#guide = new Map([[EDITORS_GUIDE.slug, editorsGuide(folder)]])
    // Emails of an extension that was taken out are not sent.
    const emails = EMAIL_KINDS.filter((kind) => kind in kinds)
    this.defaults = new Map([
      ...CONTENT_SLUGS.map((slug) => [textKey('page', slug), readSource(folder, slug, 'page')] as const),
      ...emails.map((kind) => [textKey('email', kind), readSource(folder, `emails/${kind}`, 'email')] as const),
      ...LETTER_KINDS.map(
        (kind) => [textKey('letter', kind), readSource(folder, `letters/${kind}`, 'letter')] as const,
      ),
    ])
  }

  /** Throws a one-sentence error that names a default that cannot be shown: it comes with the program. */
  build(sources: TextSources, unpublished: ReadonlySet<TextKey> = new Set()): Texts {
    const broken: BrokenText[] = []
    const values = JSON.stringify(journal())
    const once = <Made>(key: string, source: string, make: () => Made): Made => {
      const last = this.#last.get(key)
      if (last?.source === source && last.values === values) return last.made as Made
      const made = make()
      this.#last.set(key, { source, values, made })
      return made
    }
    const made = <Made>(kind: TextKind, make: (slug: string, source: string) => Made): Map<string, Made> =>
      new Map(
        [...this.defaults].flatMap(([key, source]): [string, Made][] => {
          const [of, slug] = key.split('/') as [string, string]
          if (of !== kind) return []
          const own = sources.get(key)
          if (own !== undefined) {
            try {
              return [[slug, once(key, own, () => make(slug, own))]]
            } catch (error) {
              broken.push({ key, fault: (error as Error).message })
            }
          }
          return [[slug, once(key, source, () => make(slug, source))]]
        }),
      )
    const pages = made('page', (slug, source) => this.page(slug, source))
    for (const [slug, page] of this.#guide) pages.set(slug, page)
    for (const [key, source] of sources) {
      const own = isOwnKey(key) ? ownPageIn(source) : null
      if (!isOpen(own)) continue
      try {
        pages.set(
          own.slug,
          once(key, source, () => this.page(partsOfKey(key)[1], source)),
        )
      } catch (error) {
        broken.push({ key, fault: (error as Error).message })
      }
    }
    for (const [slug, page] of pages)
      if (unpublished.has(textKey('page', page.name))) pages.set(slug, { ...page, isDraft: true })
    return {
      pages,
      emails: made('email', (kind, source) => this.email(kind as EmailKind, source)) as Map<EmailKind, EmailTemplate>,
      letters: made('letter', (kind, source) => this.letter(kind as LetterKind, source)) as Map<
        LetterKind,
        LetterTemplate
      >,
      broken,
    }
  }

  /** A page by its name among the texts. */
  page(name: string, source: string): RenderedPage {
    const own = isOwnPage(name) ? ownPageIn(source) : null
    const fault = own && ownPageFault(own)
    if (fault) throw new Error(fault)
    const file = own ? `“${own.title}”` : `content/${name}.md`
    return renderedPage({ slug: own?.slug ?? name, name }, parseText(source, file, 'page'))
  }

  email = (kind: EmailKind, source: string): EmailTemplate =>
    emailTemplate(this.#kinds[kind], parseText(source, `content/emails/${kind}.md`, 'email'))

  /** What the emails of a kind may name, besides the journal's own values. */
  namesOf = (kind: EmailKind): string[] => [...usesOf(this.#kinds[kind]).keys()]

  letter = (kind: LetterKind, source: string): LetterTemplate =>
    letterTemplate(kind, parseText(source, `content/letters/${kind}.md`, 'letter'))
}
