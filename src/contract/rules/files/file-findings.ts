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
