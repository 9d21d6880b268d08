/** The tag of a heading at a level; HTML has six. */
export const headingTag = (level: number): string => `h${Math.min(6, Math.max(2, level))}`
