/** The files that describe an article, by the end of their address, with their media types. */
export const DOWNLOAD_TYPES = {
  bib: 'application/x-bibtex; charset=utf-8',
  'csl.json': 'application/vnd.citationstyles.csl+json; charset=utf-8',
  enw: 'application/x-endnote-refer; charset=utf-8',
  ris: 'application/x-research-info-systems; charset=utf-8',
  // No media type is registered for JATS: the general one is known to every program.
  xml: 'application/xml; charset=utf-8',
} as const

export type CitationFormat = keyof typeof DOWNLOAD_TYPES
