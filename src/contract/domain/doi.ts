/** The address of a DOI in the form Crossref asks for. DOIs may hold any character. */
export const doiUrl = (doi: string): string =>
  `https://doi.org/${encodeURI(doi.toWellFormed()).replace(/[?#]/g, encodeURIComponent)}`
