import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import { canReadFindings, filePolicy, isUploader, type FileRecord, type FileVerb } from './policy.ts'

const ACTORS: Record<string, Actor | null> = {
  nobody: null,
  'another author': { userId: 'other', role: 'author' },
  'its uploader': { userId: 'uploader', role: 'author' },
  'the submitter': { userId: 'submitter', role: 'author' },
  'an administrator': { userId: 'editor', role: 'admin' },
}

const UPLOAD: FileRecord = {
  ownerId: 'uploader',
  pdfSubmitterId: null,
  isPublicImage: false,
  editorsMayRead: true,
  isReleasedToActor: false,
  isOfEditedCase: false,
}

const FILES = {
  'an upload': UPLOAD,
  'the final PDF of an article': { ...UPLOAD, pdfSubmitterId: 'submitter' },
  'the image of a public article': { ...UPLOAD, isPublicImage: true },
  'an imported file': { ...UPLOAD, ownerId: null },
  'a manuscript that administrators are recused from': { ...UPLOAD, editorsMayRead: false },
  'a file that was released to the actor': { ...UPLOAD, isReleasedToActor: true },
  'a file of a case that the actor edits as a guest': { ...UPLOAD, isOfEditedCase: true },
} satisfies Record<string, FileRecord>
type File = keyof typeof FILES

const SIGNED_IN = ['another author', 'its uploader', 'the submitter', 'an administrator']

/** Which of `ACTORS` are allowed. */
const TABLE: Record<FileVerb, Record<File, string[]>> = {
  read: {
    'an upload': ['its uploader', 'an administrator'],
    'the final PDF of an article': ['its uploader', 'the submitter', 'an administrator'],
    'the image of a public article': Object.keys(ACTORS),
    'an imported file': ['an administrator'],
    'a manuscript that administrators are recused from': ['its uploader'],
    'a file that was released to the actor': SIGNED_IN,
    'a file of a case that the actor edits as a guest': SIGNED_IN,
  },
  link: {
    'an upload': ['its uploader', 'an administrator'],
    'the final PDF of an article': ['its uploader', 'the submitter', 'an administrator'],
    'the image of a public article': ['its uploader', 'an administrator'],
    'an imported file': ['an administrator'],
    'a manuscript that administrators are recused from': ['its uploader'],
    'a file that was released to the actor': SIGNED_IN,
    'a file of a case that the actor edits as a guest': SIGNED_IN,
  },
}

test('the table has every verb', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...filePolicy.verbs].sort())
})

describe.each(Object.keys(TABLE) as FileVerb[])('who may %s', (verb) => {
  test.each(Object.keys(FILES) as File[])('%s', (file) => {
    const may = Object.keys(ACTORS).filter((who) => filePolicy.can(ACTORS[who]!, verb, FILES[file]))
    expect(may).toEqual(TABLE[verb][file])
  })
})

test('others are not told that a file is there', () => {
  expect(filePolicy.refusal(ACTORS['another author']!, 'link', FILES['an upload'])).toEqual({
    kind: 'not_found',
    message: 'File not found',
  })
})

test('a file that nobody has uploaded is nobody’s', () => {
  expect(isUploader({ userId: 'uploader' }, FILES['an upload'])).toBe(true)
  expect(isUploader({ userId: 'uploader' }, FILES['an imported file'])).toBe(false)
})

test('what was found in files is for administrators', () => {
  const readers = Object.keys(ACTORS).filter((who) => ACTORS[who] && canReadFindings(ACTORS[who]))
  expect(readers).toEqual(['an administrator'])
})
