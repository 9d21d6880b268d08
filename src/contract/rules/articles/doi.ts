/** The URL of a DOI in the form recommended by Crossref. DOIs may contain any character. */
export const doiUrl = (doi: string): string =>
  `https://doi.org/${encodeURI(doi.toWellFormed()).replace(/[?#]/g, encodeURIComponent)}`
