/** A picture as it is written in Markdown: its words mean themselves, on one line. */
export const pictureSource = (words: string, address: string): string =>
  `![${words.replace(/\s+/g, ' ').replace(/[\\[\]!*_`~<>&]/g, '\\$&')}](${address})`
