/** Which files may be uploaded. */

/** 10 MB: the maximum size of a manuscript file or final PDF, inclusive. */
export const FILE_MAX_BYTES = 10_485_760
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024

/** Limits on the decoded size of a picture: for one frame, and for all frames of an animation. */
export const IMAGE_MAX_PIXELS = 50_000_000
export const ANIMATION_MAX_PIXELS = 500_000_000

/** Media types of manuscript files, by extension. */
export const DOCUMENT_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain',
  csv: 'text/csv',
} as const

/** What an editor can send with the letter of a decision: of these a copy without names can be made. */
export const LETTER_FILE_TYPES = {
  pdf: DOCUMENT_TYPES.pdf,
  docx: DOCUMENT_TYPES.docx,
  xlsx: DOCUMENT_TYPES.xlsx,
} as const

/** Additional types where images are allowed as manuscript files. */
export const IMAGE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const

/** The text of an article, given by an editor beside its PDF. */
export const FULL_TEXT_TYPES = { docx: DOCUMENT_TYPES.docx, xml: 'application/xml' } as const

/** The featured image: JPG, JPEG, PNG or WebP, one file. */
export const FEATURED_IMAGE_TYPES = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const

export const FILE_TYPE_REFUSED = 'File type not allowed'
export const FILE_TOO_LARGE = `File is larger than ${FILE_MAX_BYTES} bytes`
export const IMAGE_TOO_LARGE = 'The featured image must be at most 5 MB'
export const IMAGE_TOO_MANY_PIXELS =
  'Images must have at most 50 megapixels, and all frames of an animation together at most 500. Please make this one smaller first.'
export const IMAGE_UNREADABLE = 'This image could not be read. Please save it again as PNG, JPEG, GIF or WebP.'

/** The extension of a file name, lower case, without the dot. */
export const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The media type of a file name's extension, if that type is accepted: from editors also the XML of an article. */
export const typeOfName = (name: string, { isEditor = false } = {}): string | undefined =>
  (({ ...DOCUMENT_TYPES, ...IMAGE_TYPES, ...(isEditor ? FULL_TEXT_TYPES : {}) }) as Record<string, string>)[
    extensionOf(name)
  ]

/** What a PDF may do besides showing pages. Editors are warned; such a file is accepted all the same. */
export const FILE_FINDINGS = ['script', 'program', 'attachment', 'unchecked'] as const
export type FileFinding = (typeof FILE_FINDINGS)[number]

/** A sentence for editors about each finding. */
export const FINDING_WORDS: Record<FileFinding, string> = {
  script: 'This PDF contains JavaScript, which may run when the file is opened.',
  program: 'This PDF can ask the reader’s computer to start another program.',
  attachment: 'This PDF has other files attached inside it.',
  unchecked:
    'This PDF could not be checked for scripts and attached files. It may be protected by a password, or damaged.',
}

/** What an editor can do about any of them. */
export const FINDINGS_ADVICE = 'If you did not expect this, open it with care, or ask for a newly exported PDF.'

/** The URL of a stored file. The file name is for readers; only the id is looked up. */
export const fileUrl = ({ id, name }: { id: string; name: string }): string =>
  `/files/${id}/${encodeURIComponent(name)}`

/** The id in a URL made by `fileUrl`; undefined for any other URL. */
export const fileIdOf = (url: string): string | undefined => /^\/files\/([\w-]{4,64})\/[^/]+$/.exec(url)?.[1]
