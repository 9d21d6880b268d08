/** Why a file cannot be given to authors, as a sentence for the editor. Thrown by what cleans files. */
export class Withheld extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'Withheld'
  }
}

/** Why there is no copy for authors. Each is a whole sentence for an editor. */
export const WITHHELD = {
  type: 'Files of this type cannot be cleaned of names. Ask the reviewer for a PDF, or a file in Word’s current format.',
  unreadable: 'This file is damaged, or is not what its name says, so it could not be cleaned of names.',
  limits: 'This file is too large or too complicated to be cleaned of names.',
  protected: 'This file is protected by a password, so it could not be cleaned of names.',
  signed: 'This file is signed electronically. A signature names its signer and ends with any change.',
  embedded: 'This file has other files or media embedded in it, which may name the reviewer.',
  linked: 'This file draws on other files, whose addresses may name the reviewer.',
  script: 'This file contains scripts or starts programs, so it is not passed on.',
  unknown: (part: string) => `This file has a part that the journal cannot check for names (${part}).`,
  inside: (name: string, part: string) => `“${name}” is still inside this file, out of sight (${part}).`,
}

/** Why an editor has to look at a copy that has been redacted, before authors get it. Each is a whole sentence. */
export const LOOK = {
  inText: (name: string) => `“${name}” appears in the text of this file.`,
  picture: 'This is an image. No program here can see whether it shows a name, a signature or handwriting.',
  drawings: 'This file has images or drawings, which may show a name, a signature or handwriting.',
  unread: 'This file has text that no program here can read.',
}
