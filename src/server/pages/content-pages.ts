import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { type ContentPage } from '../../contract/pages.ts'
import { CONTENT_SLUGS } from '../../contract/policy-pages.ts'
import { journal } from '../../../journal.config.ts'

/** The texts of `content/` by slug, ready to show. */
export type ContentPages = ReadonlyMap<string, ContentPage>

const markdown = new MarkdownIt({ typographer: true, linkify: false, html: false })
// A wide table scrolls by itself on a phone, by finger and by keyboard, and the page stays still.
markdown.renderer.rules.table_open = () => '<div class="table" role="region" aria-label="Table" tabindex="0"><table>'
markdown.renderer.rules.table_close = () => '</table></div>'

/**
 * Reads every content page once at start. Throws one sentence that names the file when one is
 * missing, has no title or description, or names a value that the journal's configuration lacks.
 */
export function readContentPages(folder: string): ContentPages {
  return new Map(
    CONTENT_SLUGS.map((slug) => {
      const file = `content/${slug}.md`
      let source: string
      try {
        source = readFileSync(join(folder, `${slug}.md`), 'utf8')
      } catch {
        throw new Error(`The page ${file} is missing.`)
      }
      const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source)
      if (!parts) throw new Error(`The page ${file} must begin with a block between two lines of three hyphens.`)
      const head = Object.fromEntries(
        parts[1]!
          .split(/\r?\n/)
          .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
      )
      if (!head.title || !head.description)
        throw new Error(`The page ${file} needs a title and a description at its top.`)
      const html = markdown.render(fillIn(parts[2]!, file))
      return [slug, { slug, title: head.title, description: head.description, html }]
    }),
  )
}

/** Replaces `{{path.in.config}}` by the journal's own words. */
function fillIn(source: string, file: string): string {
  return source.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_whole, path: string) => {
    const value = path
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], journal)
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Error(`The page ${file} asks for {{${path}}}, which journal.config.ts does not have.`)
    }
    return String(value)
  })
}
