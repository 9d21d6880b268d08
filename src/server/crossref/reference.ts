/** An entry of an article's bibliography: its DOI, or else its wording. */
export interface Reference {
  doi: string | null
  text: string
}

export const REFERENCES_MAX = 1000
export const REFERENCE_TEXT_MAX = 2000
/** As Crossref's schema has it. */
export const REFERENCE_DOI = /^10\.\d{4,9}\/\S{1,200}$/
