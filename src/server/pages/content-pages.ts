import MarkdownIt from 'markdown-it'
import { anchorOf } from '../../contract/domain/anchor.ts'
import type { ContentPage } from '../../contract/api/pages.ts'
import { CONTENT_SLUGS } from '../../contract/domain/policy-pages.ts'
import { fillIn, journalValue, readTextFile } from '../text-file.ts'

/** The texts of `content/` by slug, ready to show. */
export type ContentPages = ReadonlyMap<string, ContentPage>

const markdown = new MarkdownIt({ typographer: true, linkify: false, html: false })
// A wide table scrolls by itself on a phone, by finger and by keyboard, and the page stays still.
markdown.renderer.rules.table_open = () => '<div class="table" role="region" aria-label="Table" tabindex="0"><table>'
markdown.renderer.rules.table_close = () => '</table></div>'
// Every section has an address of its own.
markdown.renderer.rules.heading_open = (tokens, index, options, _environment, renderer) => {
  const words = (tokens[index + 1]?.children ?? []).map((part) => part.content).join('')
  tokens[index]!.attrSet('id', anchorOf(words))
  return renderer.renderToken(tokens, index, options)
}

/**
 * Reads every content page once at start. Throws one sentence that names the file when one is
 * missing, has no title or description, or names a value that the journal's configuration lacks.
 */
export function readContentPages(folder: string): ContentPages {
  return new Map(
    CONTENT_SLUGS.map((slug) => {
      const { file, head, body } = readTextFile(folder, slug, 'page')
      if (!head.title || !head.description)
        throw new Error(`The page ${file} needs a title and a description at its top.`)
      const filled = fillIn(body, (path) => {
        const value = journalValue(path)
        if (value === undefined)
          throw new Error(`The page ${file} asks for {{${path}}}, which journal.config.ts does not have.`)
        return value
      })
      return [slug, { slug, title: head.title, description: head.description, html: markdown.render(filled) }]
    }),
  )
}
