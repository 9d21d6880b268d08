/**
 * Elements that are written by the element around them, such as the rows of a table. Where they should not be, their
 * text is shown.
 */
export const PARTS = new Set(
  [
    'article front front-stub article-meta body back sub-article response title-group author-notes corresp',
    'funding-group award-group funding-statement custom-meta custom-meta-group',
    'list-item def-item def term verse-line speaker option author-comment',
    'tgroup thead tbody tfoot tr th td',
    'ref mixed-citation element-citation nlm-citation citation citation-alternatives product',
    'rb rt rp',
  ].flatMap((line) => line.split(' ')),
)

/** Elements that are left out on purpose, with the reason. `docs/full-text.md` lists them. */
export const LEFT_OUT: Record<string, string> = {
  col: 'Widths of columns: the page finds its own.',
  colgroup: 'Widths of columns: the page finds its own.',
  'alt-text': 'Read aloud instead of a picture: becomes its `alt`.',
  'annotation-xml': 'The same formula a second time, for other programs.',
  annotation: 'The same formula a second time, for other programs.',
  'index-term': 'For a printed index.',
  'index-term-range-end': 'For a printed index.',
  'institution-id': 'The number of an institution in a registry.',
  'long-desc': 'Describes a picture for those who do not see it: becomes its `alt`.',
  'milestone-end': 'Marks a place for other programs.',
  'milestone-start': 'Marks a place for other programs.',
  'object-id': 'An identifier for programs; the label and the id of the element serve readers.',
  'overline-end': 'Marks a place for other programs.',
  'overline-start': 'Marks a place for other programs.',
  'processing-meta': 'For other programs.',
  'underline-end': 'Marks a place for other programs.',
  'underline-start': 'Marks a place for other programs.',
}

export const isLeftOut = (name: string): boolean => Object.hasOwn(LEFT_OUT, name)
