/** A paragraph of a manuscript as plain text. It is never HTML, whatever it looks like. */
export interface Paragraph {
  text: string
  style: 'heading' | 'text'
}
