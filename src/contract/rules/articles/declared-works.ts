import { doiIn } from './doi.ts'

/** Who paid for an article, as far as it was stated one by one. */
export interface Award {
  funder: string
  ror: string | null
  number: string | null
  /** Of the grant. */
  doi: string | null
}

/** A work that belongs to an article: exactly one of `doi`, `url` and `accession` is given. */
export interface ArticleLink {
  kind: LinkKind
  /** Of data: made for the article, or used by it. */
  relation: LinkRelation | null
  doi: string | null
  accession: string | null
  url: string | null
  repository: string | null
}

/** The kinds of works, with their relation to the article as Crossref names it. */
export const LINK_KINDS = {
  preprint: {
    label: 'Preprint',
    isData: false,
    crossref: ['intra_work_relation', 'hasPreprint'],
    schema: 'ScholarlyArticle',
  },
  data: { label: 'Data', isData: true, crossref: ['inter_work_relation', 'isSupplementedBy'], schema: 'Dataset' },
  sequence: {
    label: 'Sequences',
    isData: true,
    crossref: ['inter_work_relation', 'isSupplementedBy'],
    schema: 'Dataset',
  },
  code: {
    label: 'Code',
    isData: false,
    crossref: ['inter_work_relation', 'isSupplementedBy'],
    schema: 'SoftwareSourceCode',
  },
  protocol: {
    label: 'Protocol',
    isData: false,
    crossref: ['inter_work_relation', 'isSupplementedBy'],
    schema: 'CreativeWork',
  },
} as const satisfies Record<
  string,
  { label: string; isData: boolean; crossref: readonly [string, string]; schema: string }
>
export type LinkKind = keyof typeof LINK_KINDS
export const LINK_KIND_NAMES = Object.keys(LINK_KINDS) as LinkKind[]

export const LINK_RELATIONS = { generated: 'Made for this article', analysed: 'Used in this article' } as const
export type LinkRelation = keyof typeof LINK_RELATIONS

export const AWARDS_MAX = 20
export const LINKS_MAX = 30

/** Where a work is, from what someone typed: a DOI, the address of a page, or an accession number. */
export function placeOfWork(typed: string): Pick<ArticleLink, 'doi' | 'accession' | 'url'> {
  const none = { doi: null, accession: null, url: null }
  const text = typed.trim()
  if (/^https?:\/\//i.test(text) && !/^https?:\/\/(?:dx\.)?doi\.org\//i.test(text)) return { ...none, url: text }
  const doi = doiIn(text)
  return doi ? { ...none, doi } : { ...none, accession: text }
}

export const identifierOf = ({ doi, accession, url }: Pick<ArticleLink, 'doi' | 'accession' | 'url'>): string =>
  doi ?? url ?? accession ?? ''

export const awardInWords = ({ funder, number }: Pick<Award, 'funder' | 'number'>): string =>
  number ? `${funder}, grant ${number}` : funder

export const linkInWords = (link: ArticleLink): string =>
  [
    LINK_KINDS[link.kind].label,
    link.relation && LINK_RELATIONS[link.relation].toLowerCase(),
    link.repository,
    identifierOf(link),
  ]
    .filter(Boolean)
    .join(', ')
