/** The id of a heading: 'Terms of use' becomes `terms-of-use`, linked as `#terms-of-use`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
