import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentPage } from '../../../contract/api/pages.ts'
import { policyPath } from '../../../contract/rules/site/paths.ts'
import { fillIn, inMarkdown, journalValue, type TextFile } from '../../../platform/text-file.ts'
import { markdown } from './markdown.ts'

/** A page as its text makes it. */
export interface RenderedPage extends Pick<ContentPage, 'slug' | 'title' | 'description' | 'html'> {
  /** Its name among the texts, which outlives its address. */
  name: string
  /** True if only the editor sees it who has written it: it is no version of the page. */
  isDraft?: boolean
}

/** The journal's pages by the last part of their address, rendered to HTML. */
export type ContentPages = Map<string, RenderedPage>

/** A page with the journal's values in their places. */
export function renderedPage(of: Pick<RenderedPage, 'slug' | 'name'>, { file, head, body }: TextFile): RenderedPage {
  if (!head.title || !head.description) throw new Error(`The page ${file} needs a title and a description at its top.`)
  const filled = fillIn(body, (path) => {
    const value = journalValue(path)
    if (value === undefined) throw new Error(`The page ${file} asks for {{${path}}}, which the journal does not have.`)
    return inMarkdown(value)
  })
  return { ...of, title: head.title, description: head.description, html: markdown.render(filled) }
}

export const EDITORS_GUIDE = {
  slug: 'guide',
  title: 'Guide for editors',
  description: 'How to run the journal, and how peer review works here.',
}

/** The documents on running the journal and on peer review, and what editors do after publication, as a page of the journal: without its pictures, which show the screens themselves. */
export function editorsGuide(folder: string): RenderedPage {
  const docs = join(folder, '..', 'docs')
  const files = [join(docs, 'for-editors.md'), join(docs, 'peer-review.md'), join(folder, 'notices.md')]
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined)
    throw new Error(`The guide for editors, ${missing}, is missing. It comes with the program.`)
  const text = files
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n\n')
    .replace(/^# .*$/gm, '')
    .replace(/^```mermaid$[\s\S]*?^```$/gm, '')
    .replace(/^!\[.*\]\(.*\)$/gm, '')
    .replaceAll('../content/peer-review.md', policyPath('peer-review'))
    // Those who run the server have the documents.
    .replaceAll('[Operations](operations.md)', 'the document “Operations”')
  return { ...EDITORS_GUIDE, name: EDITORS_GUIDE.slug, html: markdown.render(text) }
}
