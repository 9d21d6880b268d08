import { printedBytes } from '../text/printed-bytes.ts'
import { fileIdOf } from '../files/file-rules.ts'

/** A file that belongs to an article: data, a table, a picture that the text is too short for. */
export interface Supplement {
  title: string
  /** Null: that of the article. */
  licenceUrl: string | null
  doi: string | null
  mediaType: string
  bytes: number
  sha256: string
  url: string
}

export const SUPPLEMENTS_MAX = 10

/** The licences that can be chosen besides that of the article. */
export const SUPPLEMENT_LICENCES = {
  'https://creativecommons.org/licenses/by/4.0/': 'CC BY 4.0',
  'https://creativecommons.org/publicdomain/zero/1.0/': 'CC0 1.0',
} as const
export type SupplementLicence = keyof typeof SUPPLEMENT_LICENCES
export const SUPPLEMENT_LICENCE_URLS = Object.keys(SUPPLEMENT_LICENCES) as [SupplementLicence, ...SupplementLicence[]]

/** Its licence in words; null where it is that of the article. */
export const supplementLicence = (url: string | null): string | null =>
  url === null ? null : (SUPPLEMENT_LICENCES[url as SupplementLicence] ?? url)

/** 'CSV', as readers know the formats of files. */
export const formatInWords = (mediaType: string): string => FORMATS[mediaType] ?? 'File'

const FORMATS: Record<string, string> = {
  ...{ 'application/pdf': 'PDF', 'text/plain': 'Text', 'text/csv': 'CSV', 'image/png': 'PNG', 'image/jpeg': 'JPEG' },
  ...{ 'image/gif': 'GIF', 'image/webp': 'WebP', 'application/msword': 'Word', 'application/vnd.ms-excel': 'Excel' },
  'application/vnd.ms-powerpoint': 'PowerPoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
}

/** What a reader gets: 'CSV, 12 kB, CC0 1.0'. */
export const supplementFacts = ({
  mediaType,
  bytes,
  licenceUrl,
}: Omit<Supplement, 'title' | 'sha256' | 'url'>): string =>
  [formatInWords(mediaType), printedBytes(bytes), supplementLicence(licenceUrl)].filter(Boolean).join(', ')

/** The public address of its bytes, which never changes: another file has another one. */
export const supplementIdOf = (url: string): string | undefined =>
  fileIdOf(url) ?? /^\/blog\/[\w-]+\/supplement\/([\w-]{4,64})\.\w+$/.exec(url)?.[1]

/** DOIs that the journal gives to supplements begin with that of their article. */
export const ownSupplementDoi = (articleDoi: string, number: number): string => `${articleDoi}.s${number}`
export const isOwnSupplementDoi = (doi: string | null, articleDoi: string | null): boolean =>
  doi !== null && articleDoi !== null && doi.toLowerCase().startsWith(`${articleDoi.toLowerCase()}.s`)
