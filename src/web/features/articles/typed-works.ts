import type { Article } from '../../../contract/api/articles.ts'
import { supplementLicence } from '../../../contract/rules/articles/supplements.ts'
import type { UploadedFile } from '../../ui/files/use-uploads.ts'
import {
  identifierOf,
  LINK_KINDS,
  type LinkKind,
  type LinkRelation,
  LINK_RELATIONS,
} from '../../../contract/rules/articles/declared-works.ts'

/** A grant as typed; empty strings for none. */
export interface TypedAward {
  funder: string
  ror: string
  number: string
  doi: string
}

/** A work as typed. */
export interface TypedLink {
  kind: LinkKind | ''
  relation: LinkRelation | ''
  identifier: string
  repository: string
}

export interface TypedWorks {
  awards: TypedAward[]
  links: TypedLink[]
}

export const typedWorks = ({ awards, links }: Pick<Article, 'awards' | 'links'>): TypedWorks => ({
  awards: awards.map(({ funder, ror, number, doi }) => ({
    funder,
    ror: ror ?? '',
    number: number ?? '',
    doi: doi ?? '',
  })),
  links: links.map(({ kind, relation, repository, ...place }) => ({
    ...{ kind, relation: relation ?? '', identifier: identifierOf(place), repository: repository ?? '' },
  })),
})

/** As a request has them. */
export const sentLinks = (links: readonly TypedLink[]) =>
  links.map(({ relation, ...link }) => ({ ...link, relation: relation || null }))

export const typedLinksInWords = (links: readonly TypedLink[]): string =>
  links
    .map(({ kind, relation, repository, identifier }) =>
      [kind && LINK_KINDS[kind].label, relation && LINK_RELATIONS[relation].toLowerCase(), repository, identifier]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ')

/** A supplement as typed; empty strings for none. */
export interface TypedSupplement extends UploadedFile {
  title: string
  /** Empty: that of the article. */
  licenceUrl: string
  doi: string
}

/** Files that have arrived, with what is known of them. */
export const typedSupplements = (
  files: readonly UploadedFile[],
  known: readonly TypedSupplement[],
): TypedSupplement[] =>
  files.map((file) => ({
    ...(known.find(({ url }) => url === file.url) ?? { title: '', licenceUrl: '', doi: '' }),
    ...file,
  }))

export const sentSupplements = (supplements: readonly TypedSupplement[]) =>
  supplements.map(({ url, title, licenceUrl, doi }) => ({ url, title, licenceUrl: licenceUrl || null, doi }))

export const supplementInWords = ({ title, licenceUrl, doi, name }: TypedSupplement): string =>
  [title, supplementLicence(licenceUrl || null), doi, name].filter(Boolean).join(', ')
