/** How far the change of an author's name is: it is carried out once the person has agreed to exactly what is proposed. */
export const NAME_CHANGE_STATES = ['asked', 'agreed', 'refused', 'done'] as const

/**
 * What becomes of a PDF: the journal's own is set again, another is replaced by an upload or taken away, and one that fixes plant
 * names for good stays.
 */
export const PDF_FATES = ['typeset', 'uploaded', 'locked'] as const
export type PdfFate = (typeof PDF_FATES)[number]
export const PDF_FATE_WORDS: Readonly<Record<PdfFate, string>> = {
  typeset: 'The journal made this PDF, and sets it again with the new name.',
  uploaded: 'This PDF was uploaded. It is replaced by one with the new name, or taken away.',
  locked: 'This PDF stays as it is: it publishes plant names, and the Code for their names asks for it.',
}

export const NAMED_ARTICLES_MAX = 200
export const REPLACED_WORDS_MAX = 40
