/** Why a file cannot be given to authors, as a sentence for the editor. Thrown by what cleans files. */
export class HeldBack extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'HeldBack'
  }
}

/** The reasons to hold a file back. Each is a whole sentence for an editor. */
export const HELD_BACK = {
  type: 'Files of this type cannot be cleaned of names. Ask the reviewer for a PDF, or a file in Word’s current format.',
  unreadable: 'This file is damaged, or is not what its name says, so it could not be cleaned of names.',
  limits: 'This file is too large or too complicated to be cleaned of names.',
  protected: 'This file is protected by a password, so it could not be cleaned of names.',
  signed: 'This file is signed electronically. A signature names its signer and ends with any change.',
  embedded: 'This file has other files or media embedded in it, which may name the reviewer.',
  linked: 'This file draws on other files, whose addresses may name the reviewer.',
  script: 'This file contains scripts or starts programs, so it is not passed on.',
  stamp: 'This file has a stamp on a page, which may show the reviewer’s name or signature.',
  unknown: (part: string) => `This file has a part that the journal cannot check for names (${part}).`,
  inText: (name: string) => `“${name}” appears in the text of this file. Read it before you share it with the authors.`,
  inside: (name: string, part: string) => `“${name}” is still inside this file, out of sight (${part}).`,
}
