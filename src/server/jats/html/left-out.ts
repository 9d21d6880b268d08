/** Elements that are left out on purpose, with the reason. `docs/full-text.md` lists them. */
export const LEFT_OUT: Record<string, string> = {
  'alt-text': 'Read aloud instead of a picture: becomes its `alt`.',
  'annotation-xml': 'The same formula a second time, for other programs.',
  annotation: 'The same formula a second time, for other programs.',
  'index-term': 'For a printed index.',
  'index-term-range-end': 'For a printed index.',
  'long-desc': 'Describes a picture for those who do not see it: becomes its `alt`.',
  'milestone-end': 'Marks a place for other programs.',
  'milestone-start': 'Marks a place for other programs.',
  'object-id': 'An identifier for programs; the label and the id of the element serve readers.',
  permissions: 'The licence of a figure is that of the article, unless its caption says another.',
  'processing-meta': 'For other programs.',
}
