import { inNormalForm } from '../../contract/normal-form.ts'
import { journal } from '../../../journal.config.ts'

const LONGEST_SLUG = 100

/** What an article's file is called on a reader's disk: 'jpbr-earlier-flowering.pdf'. */
export const articleFileName = (slug: string, extension: string): string =>
  `${journal.abbreviation.toLowerCase()}-${[...slug].slice(0, LONGEST_SLUG).join('')}.${extension}`

/** A Content-Disposition header that any name is safe in (RFC 6266). */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = inNormalForm(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
  if (ascii === name) return `${kind}; filename="${name}"`
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
